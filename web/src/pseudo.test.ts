// @vitest-environment node
import { expect, test } from 'vitest';

import { pseudoFile, pseudoText } from '../pseudo';

test('every word is marked and about 40 % longer', () => {
  expect(pseudoText('Your turn.')).toBe('Ÿöööür tüüürñ.');
  expect(pseudoText('PIN')).toBe('PÏÏÏÑ');
  for (const word of ['Settings', 'deck', 'my', 'Undo'])
    expect(pseudoText(word)).toMatch(/[äçëïñöšüÿÄÇËÏÑÖŠÜŸ]/);
  const text = 'Play one card, or discard another one.';
  expect(pseudoText(text).length / text.length).toBeGreaterThan(1.3);
});

test('what is put into a text, keys, codes and comparisons stay as they are', () => {
  const source = `import { n } from './basics';
const names: Record<'C' | 'K', string> = { C: 'cave', 'K': 'cave-in' };
const en = {
  deck: (count: number) => \`Deck:\\u00a0\${n(count, 'card', 'cards')} left\`,
  own: (card: string) => (card === 'C' ? names['C'] : form('en', 1)),
};`;
  const made = pseudoFile(source);
  expect(made).toContain(`import { n } from './basics';`);
  expect(made).toContain(`Record<'C' | 'K', string> = { C: '`);
  expect(made).toContain(`'K': '`);
  expect(made).toContain("(card === 'C' ? names['C'] : form('en', 1))");
  expect(made).toMatch(/`Dë+çk:\\u00a0\$\{n\(count, 'ç+ärd', 'ç+ärdš'\)\} lë+ft`/);
});
