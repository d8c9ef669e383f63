import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseMarkdown, type Block } from './markdown';

const FOLDER = '../docs/rules';

function rulesIn(blocks: Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap((item) => [...(item.rule ? [item.rule] : []), ...rulesIn(item.blocks)])
      : [],
  );
}

test.each(readdirSync(FOLDER))('every numbered rule of %s can be linked to', (name) => {
  const source = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const wanted = [...source.matchAll(/^- \*\*([A-Z]\d+)\.\*\*/gm)].map((match) => match[1]);
  expect(wanted.length).toBeGreaterThan(5);
  expect(rulesIn(parseMarkdown(source))).toEqual(wanted);
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
