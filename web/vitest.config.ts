import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, mergeConfig } from 'vitest/config';

import vite from './vite.config.ts';

// Beside vite.config.ts, so that a build needs no tools for tests.
export default mergeConfig(
  vite,
  defineConfig({
    plugins: [svelteTesting()],
    test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], setupFiles: ['src/games/words.ts'] },
  }),
);
