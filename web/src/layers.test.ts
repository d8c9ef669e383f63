// @vitest-environment node
import { ESLint } from 'eslint';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 }); // The first lint loads the compiler.
const eslint = new ESLint();

async function isRefused(from: string, what: string): Promise<boolean> {
  const [result] = await eslint.lintText(`import '${what}';\n`, { filePath: `src/${from}` });
  return result!.messages.some(({ ruleId }) => ruleId === 'no-restricted-imports');
}

test.each([
  ['lib/a.ts', '../ui/Icon.svelte'],
  ['lib/a.ts', '../games'],
  ['i18n/a.ts', '../ui/Icon.svelte'],
  ['ui/a.ts', '../games/luz/notes'],
  ['ui/a.ts', '../screens/Home.svelte'],
  ['games/a.ts', '../screens/Home.svelte'],
  ['games/luz/a.ts', '../../screens/Home.svelte'],
  ['games/luz/a.ts', '../gnomes/cards'],
])('%s may not import %s', async (from, what) => {
  expect(await isRefused(from, what)).toBe(true);
});

test.each([
  ['screens/a.ts', '../games'],
  ['games/a.ts', '../ui/Icon.svelte'],
  ['games/luz/a.ts', './notes'],
  ['games/pearl/a.ts', '../shifting/lines'],
  ['ui/a.ts', '../lib/people'],
  ['ui/a.ts', '../i18n/index.svelte'],
])('%s may import %s', async (from, what) => {
  expect(await isRefused(from, what)).toBe(false);
});
