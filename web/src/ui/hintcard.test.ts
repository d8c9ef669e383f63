import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';
import { opened, useFakeSocket, useRealSocket } from '../table.testing';
import HintCard from './HintCard.svelte';

beforeEach(useFakeSocket);
afterEach(useRealSocket);

test.each(LANGUAGE_IDS)(
  'a certain win or loss is shown without per cents, an estimate with them: %s',
  async (language) => {
    await dictionary.use(language);
    const table = opened();
    render(HintCard, { table });
    const told = (share: number, certain: boolean) => {
      table.hints.all = [{ actions: ['draw'], share, certain, lead: [], reasons: [] }];
      return expect.poll(() => screen.queryByRole('status')?.querySelector('.exp')?.textContent);
    };
    const words = dictionary.words.table;
    await told(1, true).toBe(words.hintCertain(1));
    await told(0, true).toBe(words.hintCertain(0));
    await told(0.5, true).toBe(words.hintCertain(0.5));
    await told(0.62, false).toContain('62\u00a0%');
    const certain = [1, 0, 0.5].map((share) => words.hintCertain(share));
    expect(new Set(certain).size).toBe(3);
    expect(certain.join('')).not.toContain('%');
  },
);
