import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

const MIGRATIONS = 'src-server/store/migrations';
const KITS = 'src-server/services/kits/built-in';

/** Puts the files that the core reads beside the bundle, where store/migrate.ts and built-in-kits.ts look for them. */
function dataFiles() {
  return {
    name: 'lectern-data-files',
    generateBundle(this: {
      emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): string;
    }) {
      const emit = (fileName: string, path: string) =>
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(root, path)) });
      for (const file of readdirSync(join(root, MIGRATIONS)))
        emit(`migrations/${file}`, `${MIGRATIONS}/${file}`);
      for (const entry of readdirSync(join(root, KITS), { recursive: true, withFileTypes: true })) {
        const path = relative(join(root, KITS), join(entry.parentPath, entry.name)).replaceAll('\\', '/');
        if (entry.isFile()) emit(`built-in/${path}`, `${KITS}/${path}`);
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
    plugins: [dataFiles()],
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: join(root, 'src-main/index.ts'),
          // Started as worker threads by their file names, so each is an entry of its own.
          'integrity-worker': join(root, 'src-server/store/file/integrity-worker.ts'),
          'index-pages-worker': join(root, 'src-server/builder/search/index-pages-worker.ts'),
          'requests-worker': join(root, 'src-server/store/requests/requests-worker.ts'),
          'read-kit-worker': join(root, 'src-server/services/kits/read-kit-worker.ts'),
          'inspect-config-worker': join(root, 'src-server/builder/config/inspect-config-worker.ts'),
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
      chunkSizeWarningLimit: 1500,
      assetsInlineLimit: 0, // a page under our policy loads no data: fonts
      rolldownOptions: {
        input: {
          index: join(root, 'src-renderer/index.html'),
          recovery: join(root, 'src-renderer/recovery/index.html'),
        },
        // What screens share comes in one file: each file is a request through the main process (app-protocol.ts).
        output: {
          codeSplitting: { groups: [{ name: 'shared', test: /\.[cm]?[jt]sx?$/, minShareCount: 2 }] },
        },
      },
    },
    plugins: [react(), fromTheTop()],
  },
});
