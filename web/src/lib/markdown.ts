/** The part of Markdown that the rule books use, as data: no HTML is made from text. */
export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string }
  | { kind: 'picture'; text: string; name: string }; // `text` describes it; `name` is its file.

export type Block =
  | { kind: 'heading'; level: number; text: Inline[]; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'pictures'; pictures: Picture[] }
  | { kind: 'fold'; summary: Inline[]; id: string; blocks: Block[] };

export type Picture = Extract<Inline, { kind: 'picture' }>;

/** An item of a list; `rule` is its number, like "N8", if it is a rule, or if it repeats a rule of all games: "(G5)". */
export interface Item {
  text: Inline[];
  rule: string | null;
  blocks: Block[];
}

export function parseMarkdown(source: string): Block[] {
  return blocksOf(source.split('\n'));
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (!line.trim()) {
      at++;
      continue;
    }
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (heading) {
      const text = heading[2]!;
      blocks.push({ kind: 'heading', level: heading[1]!.length, text: inlineOf(text), id: slug(text) });
      at++;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((other, place) => place > at && other.startsWith('```'));
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end + 1;
    } else if (line === '<details>') {
      const end = lines.indexOf('</details>', at);
      const summary = lines[at + 1]!.replace(/<\/?summary>/g, '');
      blocks.push({
        kind: 'fold',
        summary: inlineOf(summary),
        id: slug(summary),
        blocks: blocksOf(lines.slice(at + 2, end)),
      });
      at = end + 1;
    } else if (line.startsWith('|')) {
      const end = endOf(lines, at, (other) => other.startsWith('|'));
      blocks.push(tableOf(lines.slice(at, end)));
      at = end;
    } else if (isItem(line)) {
      const end = endOf(
        lines,
        at,
        (other, next) => isItem(other) || /^\s{2,}\S/.test(other) || (!other.trim() && isWithin(next)),
      );
      blocks.push(listOf(lines.slice(at, end)));
      at = end;
    } else {
      const end = endOf(
        lines,
        at,
        (other) => Boolean(other.trim()) && !/^(#|\||```|<)/.test(other) && !isItem(other),
      );
      const text = inlineOf(lines.slice(at, end).join(' '));
      const pictures = text.filter((part) => part.kind === 'picture');
      const isPicture = text.every((part) => part.kind === 'picture' || !part.text.trim());
      blocks.push(isPicture ? { kind: 'pictures', pictures } : { kind: 'paragraph', text });
      at = end;
    }
  }
  return blocks;
}

const isItem = (line: string) => /^(-|\d+\.) /.test(line);
const isWithin = (line: string | undefined) => line !== undefined && (isItem(line) || /^\s{2,}\S/.test(line));

function endOf(
  lines: string[],
  start: number,
  goesOn: (line: string, next: string | undefined) => boolean,
): number {
  let end = start + 1;
  while (end < lines.length && goesOn(lines[end]!, lines[end + 1])) end++;
  return end;
}

function listOf(lines: string[]): Block {
  const items: string[][] = [];
  let indent = 0; // Indent of the item's further lines: the width of its mark.
  for (const line of lines) {
    const mark = /^(-|\d+\.) /.exec(line)?.[0];
    if (mark) {
      indent = mark.length;
      items.push([line.slice(indent)]);
    } else items.at(-1)!.push(line.slice(Math.min(indent, line.search(/\S|$/))));
  }
  return { kind: 'list', ordered: /^\d/.test(lines[0]!), items: items.map(itemOf) };
}

function itemOf(lines: string[]): Item {
  const start = lines.findIndex(
    (line, place) => place > 0 && (isItem(line) || /^(\||!\[)/.test(line) || !line.trim()),
  );
  const own = start < 0 ? lines : lines.slice(0, start);
  const text = own.map((line) => line.trim()).join(' ');
  return {
    text: inlineOf(text),
    rule: (/^\*\*([A-Z]\d+)\.\*\*/.exec(text) ?? /\((G\d+)\)\.?$/.exec(text))?.[1] ?? null,
    blocks: start < 0 ? [] : blocksOf(lines.slice(start)),
  };
}

function tableOf(lines: string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inlineOf(cell.trim())),
  );
  return { kind: 'table', head: rows[0]!, rows: rows.slice(2) };
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|!\[(.+?)\]\(pictures\/(.+?)\.svg\)|\[(.+?)\]\((.+?)\)/g;

export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const [, strong, em, code, shown, name, link, to] = match;
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (em !== undefined) parts.push({ kind: 'em', text: em });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (shown !== undefined) parts.push({ kind: 'picture', text: shown, name: name! });
    else parts.push({ kind: 'link', text: link!, to: to! });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
