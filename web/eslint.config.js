import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['node_modules/', 'src/protocol.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
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
