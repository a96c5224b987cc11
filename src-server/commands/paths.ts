import { resolve } from 'node:path';
import { type DataFolder, dataFolderPaths, defaultDataFolder } from '../store/file/data-folder.ts';

const OUR_SCRIPTS = ['start', 'serve', 'lectern'];

/** Whether a script of our own package.json runs this. */
export function isRunByNpm(): boolean {
  const { npm_package_name: name, npm_lifecycle_event: script = '' } = process.env;
  return name === 'lectern' && OUR_SCRIPTS.includes(script);
}

/** A path as its giver meant it: npm runs our scripts in the program's folder, and says where it was called. */
export function resolvePathArg(path: string): string {
  const callerFolder = isRunByNpm() ? process.env.INIT_CWD : undefined;
  return callerFolder ? resolve(callerFolder, path) : resolve(path);
}

/** The data folder that `--data` names, or the platform's; touches nothing. */
export function resolveDataFolder(data: string | undefined): DataFolder {
  return dataFolderPaths(data === undefined ? defaultDataFolder() : resolvePathArg(data));
}
