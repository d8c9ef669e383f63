import type { ChallengeTexts } from '../en/challenge';
import { n } from './basics';

const texts: ChallengeTexts = {
  title: 'Вызов',
  from: (name) => (name ? `Вызов от игрока ${name}` : 'Вызов'),
  yours: 'Ваш вызов',
  what: 'Те же карты, то же место, боты той же силы. Сможете лучше?',
  seat: 'это место',
  bot: (level) => `бот · ${level}`,
  players: (count) => `Сыграли: ${n(count, 'игрок', 'игрока', 'игроков')}`,
  play: 'Играть',
  goOn: 'Дальше',
  again: 'Сыграть ещё раз для тренировки',
  firstCounts: 'Считается первая попытка, остальные — тренировка. На рейтинг партия не влияет.',
  practice: 'Вы знаете эти карты, так что можно только тренироваться.',
  until: (day) => `Можно сыграть до ${day}`,
  closed: 'Этот вызов уже закрыт.',
  results: 'Первые попытки',
  hidden: 'Результаты будут видны, когда вы сыграете.',
  toBeat: 'автор вызова',
  you: 'вы',
  won: 'победа',
  invite: 'Отправьте эту ссылку',
  share: 'Отправить',
  copy: 'Копировать ссылку',
  copied: 'Скопировано',
  gone: 'Такого вызова нет.',
};

export default texts;
