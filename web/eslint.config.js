import { readdirSync } from 'node:fs';

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

/** Imports go down only: lib ← ui ← games ← screens. A game knows no other game; `shifting` is what two of them share. */
const LAYERS = ['lib', 'ui', 'games', 'screens'];
const GAMES = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['languages', 'shifting'].includes(entry.name))
  .map((entry) => entry.name);

function forbid(files, folders, message) {
  const group = folders.flatMap((folder) => [`**/${folder}`, `**/${folder}/**`]);
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] } };
}

const layers = LAYERS.map((layer, height) =>
  forbid(
    [`src/${layer}/**`, ...(layer === 'lib' ? ['src/i18n/**'] : [])],
    LAYERS.slice(height + 1),
    `${layer} may import only from ${['i18n', ...LAYERS.slice(0, height + 1)].join(', ')}.`,
  ),
).filter(({ rules }) => rules['no-restricted-imports'][1].patterns[0].group.length > 0);

const games = GAMES.map((game) =>
  forbid(
    [`src/games/${game}/**`],
    ['screens', ...GAMES.filter((other) => other !== game)],
    'A game may not import from a screen or from another game.',
  ),
);

export default ts.config(
  { ignores: ['node_modules/', 'src/protocol.ts', 'src/lib/rules/{bits,deck}.ts', 'src/games/*/rules.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  ...layers,
  ...games,
  { languageOptions: { globals: { window: 'readonly', document: 'readonly' } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      'no-undef': 'off', // The compiler knows better.
      'svelte/prefer-svelte-reactivity': 'off', // What is not drawn need not be reactive.
      'svelte/no-navigation-without-resolve': 'off', // There is no SvelteKit here.
    },
  },
);
