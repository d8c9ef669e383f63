import type { ReviewTexts } from '../en/review';
import { points } from './basics';

const texts: ReviewTexts = {
  view: 'Хто дивиться',
  allOpen: 'Усі карти відкриті',
  everybody: 'Що бачили всі',
  asSeen: (name) => `Як бачить ${name}`,
  turnBack: 'На хід назад',
  turnOn: 'На хід уперед',
  share: 'Поділитися цією миттю',
  shared: 'Посилання скопійовано',
  playOn: 'Грати звідси далі',
  details: 'Докладно',
  chance: 'Шанс на перемогу',
  chances: (all) => all.map(({ name, share }) => `${name} ${share} %`).join(', '),
  thinking: (done, total) =>
    total ? `Боти розглядають партію: ${Math.floor((100 * done) / total)} %` : 'Боти розглядають партію …',
  turningPoints: 'Переломні моменти',
  turningPoint: (name, before, after) => `${name}: ${before} → ${after} %`,
  ratings: { best: 'найкраще', fine: 'добре', forced: 'без вибору' },
  gaveShare: (share) => `втрачено ${share < 1 ? 'менше 1' : share} %`,
  gavePoints: (lost) => (lost < 0.5 ? 'втрачено менше очка' : `втрачено ${points(Math.round(lost))}`),
  played: (name, action) => `${name}: ${action}`,
  better: (action) => `Краще було: ${action}.`,
  show: 'Показати на полі',
  showBack: 'Назад до зіграного',
  shownOnly: 'Лише показано, не зіграно',
  line: (action, count) => `Найбільше, що було: ${action} — ${points(count)}.`,
  luck: 'Удача і рішення',
  luckWhat: 'Як змінювався шанс на перемогу кожного, у відсотках. Частини разом дають результат.',
  start: 'на початку',
  own: 'власні рішення',
  others: 'рішення інших',
  cards: 'карти',
  end: 'наприкінці',
  summary: (best, fine, slips) => `найкраще: ${best} · добре: ${fine} · із втратою: ${slips}`,
  log: 'Уся партія',
  noLog: 'Нічого не зіграно.',
  fileTitle: 'Переглянути файл запису',
  fileWhat:
    'Виберіть файл закінченої партії або перетягніть його сюди. Сервер перевірить його за правилами і зберігатиме тиждень.',
  file: 'Вибрати файл',
  fileBad: 'Це не запис партії, зіграної за правилами.',
  tooLarge: 'Цей файл завеликий для запису партії.',
  stopped: 'Цю партію не дограли, тож приховані карти лишаються прихованими.',
};

export default texts;
