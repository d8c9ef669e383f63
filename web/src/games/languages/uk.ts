import common from '../../i18n/uk';
import type { FolderTexts } from '../../i18n/texts';

/** All texts in this language, so that they are one file of the build. */
export default {
  common,
  folders: import.meta.glob<FolderTexts>('../*/texts/uk.ts', { eager: true, import: 'default' }),
};
