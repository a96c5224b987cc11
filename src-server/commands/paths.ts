import { resolve } from 'node:path';
import { type DataFolder, dataFolderPaths, defaultDataFolder } from '../store/file/data-folder.ts';

const OUR_SCRIPTS = ['start', 'serve', 'lectern'];

/** Answers whether a script of our own package.json runs this process. */
export function isRunByNpm(): boolean {
  const { npm_package_name: name, npm_lifecycle_event: script = '' } = process.env;
  return name === 'lectern' && OUR_SCRIPTS.includes(script);
}

/** Resolves a path against the caller's folder: npm runs our scripts in the program's own. */
export function resolvePathArg(path: string): string {
  const callerFolder = isRunByNpm() ? process.env.INIT_CWD : undefined;
  return callerFolder ? resolve(callerFolder, path) : resolve(path);
}

/** Returns the paths of the data folder that `--data` names, or of the platform's default; touches nothing. */
export function resolveDataFolder(data: string | undefined): DataFolder {
  return dataFolderPaths(data === undefined ? defaultDataFolder() : resolvePathArg(data));
}
