import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** The text files of the repository: path from the root, with forward slashes, and content. Read again on each call. */
export function textFiles(): ReadonlyMap<string, string> {
  const ignored = new Set(['.git', ...ignoredFolders()]);
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !ignored.has(path) && !ignored.has(entry.name)) walk(path);
      if (!entry.isFile()) continue;
      const content = readFileSync(join(ROOT, path));
      if (!content.includes(0)) files.set(path, content.toString('utf8'));
    }
  };
  walk('');
  return files;
}

/** The TypeScript and JavaScript among them whose path fits. */
export function codeFiles(place: RegExp): ReadonlyMap<string, string> {
  return new Map(
    [...textFiles()].filter(([path]) => place.test(path) && /\.(ts|tsx|mts|mjs|js|cjs)$/.test(path)),
  );
}

/** The folders that .gitignore names plainly (`out/`, `/screenshots/`). */
function ignoredFolders(): string[] {
  const lines = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
  return lines.filter((line) => /^\/?[\w.-]+\/$/.test(line)).map((line) => line.replaceAll('/', ''));
}
