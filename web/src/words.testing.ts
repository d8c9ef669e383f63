const sources = import.meta.glob<string>(
  ['./i18n/*/*.ts', './games/languages/*.ts', './games/*/texts/*.ts'],
  {
    query: '?raw',
    import: 'default',
  },
);

/** The language of a file with texts. */
const FOLDER = /(\/i18n\/|\/(?:languages|texts)\/)([^/.]+)/;

/** The source of every file with texts in a language. */
export function sourcesOf(language: string): Promise<string[]> {
  const own = Object.keys(sources).filter((path) => FOLDER.exec(path)?.[2] === language);
  return Promise.all(own.map((path) => sources[path]!()));
}

/** Files that English has and another language lacks. */
export function missingFiles(language: string, files = Object.keys(sources)): string[] {
  const english = files.filter((path) => FOLDER.exec(path)?.[2] === 'en');
  return english.map((path) => path.replace(FOLDER, `$1${language}`)).filter((path) => !files.includes(path));
}
