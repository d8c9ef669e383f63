import common from '../../i18n/ru';
import type { FolderTexts } from '../../i18n/texts';

/** All texts in this language, so that they are one file of the build. */
export default {
  common,
  folders: import.meta.glob<FolderTexts>('../*/texts/ru.ts', { eager: true, import: 'default' }),
};
