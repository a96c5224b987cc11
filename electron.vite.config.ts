import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

const MIGRATIONS = 'src-server/store/migrations';

/** Puts the migrations beside the bundle, where store/migrate.ts looks for them. */
function migrations() {
  return {
    name: 'lectern-migrations',
    generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): string }) {
      for (const file of readdirSync(join(root, MIGRATIONS))) {
        const source = readFileSync(join(root, MIGRATIONS, file), 'utf8');
        this.emitFile({ type: 'asset', fileName: `migrations/${file}`, source });
      }
    },
  };
}

/** Screens have addresses of several parts, so a page names its files from the top; electron-vite has them beside it. */
function fromTheTop() {
  return { name: 'lectern-base', enforce: 'post' as const, config: () => ({ base: '/' }) };
}

/** Three bundles into out/: the main process, the preload of its window, and the window's pages. */
export default defineConfig({
  main: {
    plugins: [migrations()],
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: join(root, 'src-main/index.ts'),
          // Started as worker threads by their file names, so each is an entry of its own.
          'integrity-worker': join(root, 'src-server/store/file/integrity-worker.ts'),
          'index-pages-worker': join(root, 'src-server/builder/search/index-pages-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: join(root, 'src-main/ipc/preload.ts') },
        // A sandboxed window loads CommonJS only.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(root, 'src-renderer'),
    build: {
      outDir: join(root, 'out/renderer'),
      emptyOutDir: true,
      minify: true,
      assetsInlineLimit: 0, // a page under our policy loads no data: fonts
      rolldownOptions: {
        input: {
          index: join(root, 'src-renderer/index.html'),
          recovery: join(root, 'src-renderer/recovery/index.html'),
        },
      },
    },
    plugins: [react(), fromTheTop()],
  },
});
