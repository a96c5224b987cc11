import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../command-line.ts';

/** Where the build leaves the window's pages; LECTERN_GUI names another folder. */
const DEFAULT_GUI_FOLDER = fileURLToPath(new URL('../../../out/renderer', import.meta.url));

/** The folder of the window's built pages. @throws UsageError when it was not built */
export function guiFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.LECTERN_GUI ?? DEFAULT_GUI_FOLDER;
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new UsageError(
    `The window is not built: there is no ${join(folder, 'index.html')}. Run "npm run build".`,
  );
}
