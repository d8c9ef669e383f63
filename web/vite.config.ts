import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const server = process.env.HELIODOR_DEV_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: '../src/heliodor/web', // Served from there, and shipped in the wheel.
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  resolve: { alias: { '@rules': fileURLToPath(new URL('../docs/rules', import.meta.url)) } },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
