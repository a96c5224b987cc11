import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../command-line.ts';

/** Where the build writes the window's files, seen from the source or from lib/; LECTERN_GUI names another folder. */
const DEFAULT_GUI_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../out/renderer', import.meta.url),
);

/** Returns the folder of the built window. @throws UsageError when it was not built */
export function guiFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.LECTERN_GUI ?? DEFAULT_GUI_FOLDER;
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new UsageError(
    `The window is not built: ${join(folder, 'index.html')} is missing. Run "npm run build".`,
  );
}
