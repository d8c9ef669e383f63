import ts from 'typescript';

const MARKED: Record<string, string> = Object.fromEntries(
  [...'aäcçeëiïnñoösšuüyÿAÄCÇEËIÏNÑOÖSŠUÜYŸ'.matchAll(/(.)(.)/gu)].map(([, plain, marked]) => [
    plain!,
    marked!,
  ]),
);
const LONGER = 0.4;

/** Mark the letters of a text and make each word longer: "Your turn." → "Ÿöööür tüüürñ." */
export function pseudoText(text: string): string {
  return text.replace(/\\u[0-9a-fA-F]{4}|\\.|[A-Za-z]+/g, (word) =>
    word.startsWith('\\') ? word : pseudoWord(word),
  );
}

function pseudoWord(word: string): string {
  const marked = [...word].map((letter) => MARKED[letter] ?? letter);
  const places = [...word].flatMap((letter, place) => (MARKED[letter] ? [place] : []));
  const place = places.find((each) => /[a-z]/.test(word[each]!)) ?? places[0] ?? 0;
  const extra = word.length > 1 && places.length ? Math.ceil(LONGER * word.length) : 0;
  marked.splice(place, 0, ...Array<string>(extra).fill(marked[place]!));
  return marked.join('');
}

/** Make a file with English texts one of the pseudo-language: what is shown is changed, names, keys and codes are not. */
export function pseudoFile(source: string): string {
  const file = ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true);
  const edits: [start: number, end: number][] = [];
  visit(file);
  return edits
    .sort(([a], [b]) => b - a)
    .reduce(
      (text, [start, end]) => text.slice(0, start) + pseudoText(text.slice(start, end)) + text.slice(end),
      source,
    );

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isText(node)) edits.push([node.getStart(file), node.getEnd()]);
    ts.forEachChild(node, visit);
  }
}

/** Whether a part of the source is shown to people. */
function isText(node: ts.Node): boolean {
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return true;
  if (!ts.isStringLiteralLike(node) || node.text === 'en') return false; // The tag of the language.
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isElementAccessExpression(parent)) return false;
  return !(ts.isBinaryExpression(parent) && COMPARES.has(parent.operatorToken.kind));
}

const COMPARES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
