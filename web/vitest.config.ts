import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, mergeConfig } from 'vitest/config';

import vite from './vite.config.ts';

// Beside vite.config.ts, so that a build needs no tools for tests.
export default mergeConfig(
  vite,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.ts'],
      setupFiles: ['src/games/words.ts'],
      // Files share workers: a new one for each takes four times as long. So a test puts back what it changes;
      // `npm test -- --sequence.shuffle.files` finds one that does not.
      pool: 'threads',
      isolate: false,
      testTimeout: 30_000, // A busy machine needs several seconds for the shuffles of all games.
    },
  }),
);
