import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { dataFiles, workerEntries } from './src-main/launch/bundle-core.ts';
import { thirdPartyNotices } from './src-main/launch/third-party-notices.ts';

const root = import.meta.dirname;

/** Screens have addresses of several parts, so a page names its files from the top; electron-vite has them beside it. */
function fromTheTop() {
  return { name: 'lectern-base', enforce: 'post' as const, config: () => ({ base: '/' }) };
}

/** Scripts, but for those of Markdown, which only Help and Lessons load. */
function isShared(id: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(id) && !MARKDOWN.test(id);
}

const MARKDOWN =
  /[\\/]screens[\\/](?:handbook|lessons)[\\/]|[\\/]node_modules[\\/](?:react-markdown|remark-|rehype-|micromark|mdast-|hast-|unified|unist-|vfile|property-information|markdown-table)/;

/** Three bundles into out/: the main process, the preload of its window, and the window's pages. */
export default defineConfig({
  main: {
    plugins: [dataFiles(root)],
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: join(root, 'src-main/index.ts'),
          ...workerEntries(root),
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
          // Charts are shared by some screens, none of which is the first.
          codeSplitting: {
            groups: [
              {
                name: 'charts',
                test: /[\\/](?:@visx|d3-\w+(?:-format)?|internmap|classnames|ui[\\/]chart)[\\/]/,
                priority: 1,
                // React, which they need too, is in the first screen.
                includeDependenciesRecursively: false,
              },
              { name: 'shared', test: isShared, minShareCount: 2, tags: ['$initial'] },
              { name: 'screens', test: isShared, minShareCount: 2 },
            ],
          },
        },
      },
    },
    plugins: [react(), fromTheTop(), thirdPartyNotices(root)],
  },
});
