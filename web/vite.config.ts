import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { pseudoFile } from './pseudo.ts';

const OUT = '../src/heliodor/web'; // Served from there, and shipped in the wheel.

/** Leave a .br and a .gz beside every text, so that the server need not compress anything. */
function compressed(): Plugin {
  let folder = ''; // As given by --outDir; a server may be serving the files in OUT.
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(css|html|js|svg|txt)$/.test(name)) continue;
        const data = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(data));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(data, { level: 9 }));
      }
    },
  };
}

/**
 * Leave a licences.txt with the notices of everything in the build. A package that NOTICE does not name stops the build.
 */
function licences(): Plugin {
  const root = join(import.meta.dirname, '..');
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const packages = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
      for (const name of new Set(packages))
        if (!notice.includes(`\n- ${name}: `))
          this.error(`NOTICE does not name ${name}, which is in the build`);
      const texts = ['NOTICE', 'LICENSES/OFL-1.1.txt', 'LICENSES/MIT.txt', 'LICENSE'];
      const source = texts
        .map((name) => readFileSync(join(root, name), 'utf8'))
        .join(`\n${'-'.repeat(72)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

/** Put the pseudo-language in place of English, with `--mode pseudo`. */
function pseudo(): Plugin {
  return {
    name: 'pseudo',
    enforce: 'pre',
    apply: (_config, { mode }) => mode === 'pseudo',
    transform: (code, id) =>
      /\/src\/(i18n\/en\/|games\/\w+\/texts\/en\.ts)/.test(id) ? pseudoFile(code) : null,
  };
}

const server = process.env.HELIODOR_DEV_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), pseudo(), licences(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  experimental: {
    // Scripts and styles find their files from where they lie, so that a site can lie below a path (lib/base.ts).
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
});
