import type { ReviewTexts } from '../en/review';
import { points } from './basics';

const texts: ReviewTexts = {
  view: 'Кто смотрит',
  allOpen: 'Все карты открыты',
  everybody: 'Что видели все',
  asSeen: (name) => `Как видит ${name}`,
  turnBack: 'На ход назад',
  turnOn: 'На ход вперёд',
  share: 'Поделиться этим моментом',
  shared: 'Ссылка скопирована',
  playOn: 'Играть отсюда дальше',
  details: 'Подробно',
  chance: 'Шанс на победу',
  chances: (all) => all.map(({ name, share }) => `${name} ${share} %`).join(', '),
  thinking: (done, total) =>
    total ? `Боты разбирают партию: ${Math.floor((100 * done) / total)} %` : 'Боты разбирают партию …',
  turningPoints: 'Переломные моменты',
  turningPoint: (name, before, after) => `${name}: ${before} → ${after} %`,
  ratings: { best: 'лучшее', fine: 'хорошо', forced: 'без выбора' },
  gaveShare: (share) => `потеряно ${share < 1 ? 'меньше 1' : share} %`,
  gavePoints: (lost) => (lost < 0.5 ? 'потеряно меньше очка' : `потеряно ${points(Math.round(lost))}`),
  played: (name, action) => `${name}: ${action}`,
  better: (action) => `Лучше было: ${action}.`,
  show: 'Показать на поле',
  showBack: 'Назад к сыгранному',
  shownOnly: 'Только показано, не сыграно',
  line: (action, count) => `Самое большее, что было: ${action} — ${points(count)}.`,
  luck: 'Удача и решения',
  luckWhat: 'Как менялся шанс каждого на победу, в процентах. Части вместе дают результат.',
  start: 'в начале',
  own: 'свои решения',
  others: 'решения других',
  cards: 'карты',
  end: 'в конце',
  summary: (best, fine, slips) => `лучшее: ${best} · хорошо: ${fine} · с потерей: ${slips}`,
  log: 'Вся партия',
  noLog: 'Ничего не сыграно.',
  fileTitle: 'Посмотреть файл записи',
  fileWhat:
    'Выберите файл законченной партии или перетащите его сюда. Сервер проверит его по правилам и хранит неделю.',
  file: 'Выбрать файл',
  fileBad: 'Это не запись партии, сыгранной по правилам.',
  tooLarge: 'Этот файл слишком велик для записи партии.',
  stopped: 'Эту партию не доиграли, поэтому скрытые карты остаются скрытыми.',
};

export default texts;
