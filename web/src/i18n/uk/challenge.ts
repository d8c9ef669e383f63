import type { ChallengeTexts } from '../en/challenge';
import { n } from './basics';

const texts: ChallengeTexts = {
  title: 'Виклик',
  from: (name) => (name ? `Виклик від гравця ${name}` : 'Виклик'),
  yours: 'Ваш виклик',
  what: 'Ті самі карти, те саме місце, боти тієї самої сили. Чи зможете краще?',
  seat: 'це місце',
  bot: (level) => `бот · ${level}`,
  players: (count) => `Зіграли: ${n(count, 'гравець', 'гравці', 'гравців')}`,
  play: 'Грати',
  goOn: 'Далі',
  again: 'Зіграти ще раз для тренування',
  firstCounts: 'Рахується перша спроба, решта — тренування. На рейтинг партія не впливає.',
  practice: 'Ви знаєте ці карти, тож можна лише тренуватися.',
  until: (day) => `Можна зіграти до ${day}`,
  closed: 'Цей виклик уже закрито.',
  results: 'Перші спроби',
  hidden: 'Результати буде видно, коли ви зіграєте.',
  toBeat: 'перевершіть',
  you: 'ви',
  won: 'перемога',
  invite: 'Надішліть це посилання',
  share: 'Надіслати',
  copy: 'Копіювати посилання',
  copied: 'Скопійовано',
  gone: 'Такого виклику немає.',
};

export default texts;
