import { createHash } from 'node:crypto';
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
        if (!/\.(css|html|js|svg|txt|webmanifest)$/.test(name)) continue;
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

/** Write the service worker (sw.js) with the names of the files that it keeps. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    // By now the build has dropped the scripts that would only have loaded styles.
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      /** A chunk by the end of its source's name, with everything it needs. */
      const needed = (isWanted: (source: string) => boolean): string[] => {
        const found = new Set<string>();
        const add = (name: string) => {
          const chunk = bundle[name];
          if (found.has(name) || chunk?.type !== 'chunk') return;
          found.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          chunk.imports.forEach(add);
        };
        for (const chunk of chunks)
          if (chunk.isEntry ? isWanted('entry') : isWanted(chunk.facadeModuleId ?? '')) add(chunk.fileName);
        return [...found].sort();
      };
      const files = ['icon.svg', 'icon-192.png', 'theme.js', 'manifest.webmanifest'];
      const screens = needed(
        (source) =>
          source === 'entry' ||
          /\/screens\/(Rules|Settings|Check)\.svelte$|\/(decks|replay)\.ts$/.test(source),
      );
      const ids = chunks.flatMap(
        (chunk) => /\/languages\/(\w+)\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1] ?? [],
      );
      const languages = Object.fromEntries(
        ids.map((id) => {
          const rules = new RegExp(`/docs/rules/\\w+${id === 'en' ? '' : `\\.${id}`}\\.md`);
          const isWanted = (source: string) =>
            source.endsWith(`/languages/${id}.ts`) ||
            source.endsWith(`/${id}/check.ts`) ||
            rules.test(source);
          return [id, needed(isWanted).filter((name) => !screens.includes(name))];
        }),
      );
      const names = Object.keys(bundle).sort().join();
      const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
      const version = createHash('sha256').update(names).update(page).digest('hex').slice(0, 12);
      const shell = { version, core: [...files, ...screens], languages };
      const source = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8').replace(
        '__SHELL__',
        JSON.stringify(shell),
      );
      writeFileSync(join(dir!, 'sw.js'), source);
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
  plugins: [svelte(), pseudo(), licences(), worker(), compressed()],
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
