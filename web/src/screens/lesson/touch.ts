/**
 * What has to be touched next. Boards mark the parts of a taught decision as they mark a hint: a card, then its target. Those that are
 * chosen already are pressed; once all are, the decision is confirmed, or the last part is touched again.
 */
export function nextTouch(game: Element): Element | null {
  const marked = [...game.querySelectorAll('.hinted')]
    .map((each) => each.closest('button, [role=switch], label') ?? each)
    .filter((each) => each.matches('button, [role=switch], label') && isShown(each));
  const open = marked.find((each) => each.getAttribute('aria-pressed') !== 'true');
  if (open) return open;
  const confirm = game.querySelector('[data-confirm]:not([aria-disabled=true])');
  return confirm ?? marked.at(-1) ?? null;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
