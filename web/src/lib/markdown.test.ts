import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseMarkdown, type Block } from './markdown';

const FOLDER = '../docs/rules';

function rulesIn(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'fold') return rulesIn(block.blocks);
    if (block.kind !== 'list') return [];
    return block.items.flatMap((item) => [...(item.rule ? [item.rule] : []), ...rulesIn(item.blocks)]);
  });
}

const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

test.each(PAGES)('every numbered rule of %s can be linked to', (name) => {
  const source = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const wanted = [...source.matchAll(/^- \*\*([A-Z]\d+)\.\*\*/gm)].map((match) => match[1]);
  expect(wanted.length).toBeGreaterThan(5);
  const rules = rulesIn(parseMarkdown(source));
  expect(rules.filter((rule) => !rule.startsWith('G'))).toEqual(wanted);
  expect(rules.filter((rule) => rule.startsWith('G'))).toEqual(['G3', 'G4', 'G5', 'G6']); // Refusals name them.
});

test('an item that is broken into lines stays one sentence, in a nested list too', () => {
  const [list] = parseMarkdown('- one:\n  - two\n    three\n  - four\n- five\n');
  expect(list).toMatchObject({
    items: [
      {
        text: [{ text: 'one:' }],
        blocks: [{ kind: 'list', items: [{ text: [{ text: 'two three' }] }, { text: [{ text: 'four' }] }] }],
      },
      { text: [{ text: 'five' }], blocks: [] },
    ],
  });
});

test('pictures alone, pictures within a text, and what is folded away', () => {
  const [pictures, text, fold, after] = parseMarkdown(
    '![a row](pictures/row-RRR.svg) ![b](pictures/b.svg)\n\nA ![R](pictures/gem-R.svg) ruby.\n\n' +
      '<details>\n<summary>More</summary>\n\n- one (G5).\n\n</details>\n\nEnd.\n',
  );
  expect(pictures).toEqual({
    kind: 'pictures',
    pictures: [
      { kind: 'picture', text: 'a row', name: 'row-RRR' },
      { kind: 'picture', text: 'b', name: 'b' },
    ],
  });
  expect(text).toMatchObject({ kind: 'paragraph', text: [{}, { kind: 'picture', name: 'gem-R' }, {}] });
  expect(fold).toMatchObject({
    kind: 'fold',
    summary: [{ text: 'More' }],
    id: 'more',
    blocks: [{ items: [{ rule: 'G5' }] }],
  });
  expect(after).toMatchObject({ kind: 'paragraph', text: [{ text: 'End.' }] });
});

test('tables, nested lists and inline marks', () => {
  const [table, list] = parseMarkdown(
    '| a | b |\n| --- | --- |\n| **1** | `2` |\n\n- one\n  - two *three*\n',
  );
  expect(table).toMatchObject({
    kind: 'table',
    rows: [[[{ kind: 'strong', text: '1' }], [{ kind: 'code', text: '2' }]]],
  });
  expect(list).toMatchObject({ kind: 'list', items: [{ blocks: [{ kind: 'list' }] }] });
});
