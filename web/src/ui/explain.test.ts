import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { placeFor, type Explainer } from '../lib/explanation';
import { opened, useFakeSocket, useRealSocket } from '../table.testing';
import Explain from './Explain.svelte';

const told: Explainer = (key) =>
  key === 'nothing' ? null : { title: `About ${key}`, text: ['What it does.'], rules: ['N7'] };
let board: HTMLElement;
let moves: string[];

beforeAll(() => dictionary.use('en'));
beforeEach(() => {
  useFakeSocket();
  moves = [];
  board = document.createElement('div');
  board.className = 'game';
  board.innerHTML = `
    <button data-explain="move">Move</button>
    <span data-explain="badge" role="button" tabindex="0">3×</span>
    <ul data-explain-group>
      <li data-explain="one" tabindex="0">1</li><li data-explain="two" tabindex="-1">2</li>
    </ul>
    <span data-explain="nothing" tabindex="0">?</span>`;
  document.body.append(board);
  board.querySelector('button')!.addEventListener('click', () => moves.push('click'));
  board.addEventListener('pointercancel', () => moves.push('cancel'));
  board.addEventListener('keydown', (event) => moves.push(event.key));
  render(Explain, { table: opened(), explain: told });
  point('pointermove', document.body, 'mouse');
});
afterEach(() => {
  board.remove();
  useRealSocket();
});

const thing = (key: string) => board.querySelector<HTMLElement>(`[data-explain=${key}]`)!;
const tooltip = () => screen.queryByRole('tooltip', { hidden: true });
const dialog = () => screen.queryByRole('dialog', { hidden: true });

function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  flushSync();
}

let way = 0;
/** A pointer that comes from elsewhere each time, unless a position is given. */
function point(
  type: string,
  at: Element,
  pointerType: string,
  where = pointerType === 'mouse' ? { clientX: (way += 20), clientY: 50 } : { clientX: 50, clientY: 50 },
) {
  at.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, ...where }));
  flushSync();
}

test('what the pointer rests on is explained after 400 ms, and no longer when it has left', () => {
  point('pointerover', thing('move'), 'mouse');
  pass(399);
  expect(tooltip()).toBeNull();
  pass(1);
  expect(tooltip()!.textContent).toContain('About move');
  expect(thing('move').getAttribute('aria-describedby')).toBe('explanation');
  point('pointerover', document.body, 'mouse');
  pass(250);
  expect(tooltip()).toBeNull();
  expect(thing('move').hasAttribute('aria-describedby')).toBe(false);
});

test('the pointer can come over to the explanation and follow its link', () => {
  point('pointerover', thing('move'), 'mouse');
  pass(400);
  point('pointerover', document.body, 'mouse');
  point('pointerover', tooltip()!, 'mouse');
  pass(1000);
  expect(tooltip()!.querySelector('a')!.getAttribute('href')).toBe('/rules/nizam#N7');
});

test('what comes to lie under a pointer that rests is not explained', () => {
  const there = { clientX: 500, clientY: 50 };
  point('pointerdown', thing('move'), 'mouse', there);
  point('pointerover', thing('badge'), 'mouse', there);
  pass(1000);
  expect(tooltip()).toBeNull();
});

test('a mouse that rests beside a finger that taps points at nothing', () => {
  const rest = { clientX: 7, clientY: 7 };
  point('pointermove', document.body, 'mouse', rest);
  point('pointerdown', thing('badge'), 'touch');
  point('pointerup', thing('badge'), 'touch');
  point('pointerover', thing('move'), 'mouse', rest);
  pass(400);
  expect(tooltip()).toBeNull();
});

test('a long press explains a move, does not make it, and ends a drag that has begun', () => {
  point('pointerdown', thing('move'), 'touch');
  pass(500);
  expect(dialog()!.getAttribute('aria-label')).toBe('About move');
  expect(moves).toEqual(['cancel']);
  point('pointerup', thing('move'), 'touch');
  thing('move').click();
  expect(moves).toEqual(['cancel']);
});

test('a short tap makes the move, and a finger that drags explains nothing', () => {
  point('pointerdown', thing('move'), 'touch');
  pass(200);
  point('pointerup', thing('move'), 'touch');
  thing('move').click();
  point('pointerdown', thing('move'), 'touch');
  point('pointermove', thing('move'), 'touch', { clientX: 60, clientY: 50 });
  pass(1000);
  expect(moves).toEqual(['click']);
  expect(dialog()).toBeNull();
});

test('a tap explains anything but a move; the next tap outside closes it and does nothing else', async () => {
  point('pointerdown', thing('badge'), 'touch');
  point('pointerup', thing('badge'), 'touch');
  thing('badge').click();
  flushSync();
  expect(dialog()!.textContent).toContain('About badge');
  point('pointerdown', thing('move'), 'touch');
  point('pointerup', thing('move'), 'touch');
  thing('move').click();
  flushSync();
  expect(dialog()).toBeNull();
  expect(moves).toEqual([]);
});

test('the focus explains at once to a screen reader, on the screen after 400 ms; Escape closes only that', async () => {
  vi.spyOn(HTMLElement.prototype, 'matches').mockReturnValue(true);
  thing('badge').focus();
  expect(tooltip()!.className).toContain('sr');
  pass(400);
  expect(tooltip()!.className).not.toContain('sr');
  await fireEvent.keyDown(thing('badge'), { key: 'Escape' });
  flushSync();
  expect(tooltip()).toBeNull();
  expect(moves).toEqual([]);
  vi.restoreAllMocks();
});

test('Enter keeps the explanation of a badge open, F1 that of a move, and the focus comes back', async () => {
  for (const [key, press] of [
    ['badge', 'Enter'],
    ['move', 'F1'],
  ] as const) {
    thing(key).focus();
    await fireEvent.keyDown(thing(key), { key: press });
    await vi.waitFor(() => expect(document.activeElement?.hasAttribute('data-close')).toBe(true));
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.keyboard('{Escape}');
    flushSync();
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(thing(key));
  }
});

test('arrows walk through a group, which is one stop for Tab', async () => {
  thing('one').focus();
  await fireEvent.keyDown(thing('one'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(thing('two'));
  await fireEvent.keyDown(thing('two'), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(thing('one'));
});

test('what has no explanation opens nothing', () => {
  thing('nothing').click();
  flushSync();
  expect(dialog()).toBeNull();
});

const SCREEN = { width: 1000, height: 800 };
const box = (left: number, top: number, width = 40, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('an explanation stands beside its thing, inside the screen, where it covers the least', () => {
  const size = { width: 300, height: 200 };
  for (const at of [box(0, 0), box(960, 0), box(0, 760), box(960, 760), box(480, 380)]) {
    const place = placeFor(at, size, SCREEN, []);
    expect(place.left).toBeGreaterThanOrEqual(8);
    expect(place.top).toBeGreaterThanOrEqual(8);
    expect(place.left + 300).toBeLessThanOrEqual(992);
    expect(place.top + 200).toBeLessThanOrEqual(792);
    const isOver =
      place.left < at.right &&
      place.left + 300 > at.left &&
      place.top < at.bottom &&
      place.top + 200 > at.top;
    expect(isOver).toBe(false);
  }
  // Cards lie to the right of it: the free side is the left one.
  expect(placeFor(box(480, 380), size, SCREEN, [box(530, 0, 470, 800), box(300, 430, 400, 370)]).left).toBe(
    170,
  );
});

test('on a small phone it takes the larger room above or below, and is scrolled', () => {
  const phone = { width: 360, height: 740 };
  const size = { width: 344, height: 700 };
  const low = placeFor(box(10, 600, 340, 60), size, phone, []);
  expect(low.top + low.height).toBeLessThanOrEqual(600);
  const high = placeFor(box(10, 60, 340, 60), size, phone, []);
  expect(high.top).toBeGreaterThanOrEqual(120);
  expect(high.top + high.height).toBeLessThanOrEqual(740);
});
