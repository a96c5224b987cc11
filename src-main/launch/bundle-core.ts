// What the bundles of the core share: the application's, and that of the package for npm. The configuration of the first is
// bundled itself, so this file does not know where it lies.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const MIGRATIONS = 'src-server/store/migrations';
const KITS = 'src-server/services/kits/built-in';

const WORKERS = [
  'store/file/integrity-worker',
  'builder/search/index-pages-worker',
  'store/requests/requests-worker',
  'services/kits/read-kit-worker',
  'builder/config/inspect-config-worker',
];

/** Returns the entries of a bundle that are started as worker threads by their file names, below the checkout `root`. */
export function workerEntries(root: string): Record<string, string> {
  return Object.fromEntries(WORKERS.map((path) => [basename(path), join(root, 'src-server', `${path}.ts`)]));
}

/** Puts the files that the core reads beside a bundle, where store/migrate.ts and built-in-kits.ts look for them. */
export function dataFiles(root: string) {
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
