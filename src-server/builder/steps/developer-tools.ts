import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Folders of Apple's developer tools: the chosen one, the command line tools, Xcode. */
const FOLDERS = [
  '/var/db/xcode_select_link',
  '/Library/Developer/CommandLineTools',
  '/Applications/Xcode.app/Contents/Developer',
];

/** Programs that macOS has in /usr/bin before the tools are installed. */
const SHIMS = new Set(['cc', 'clang', 'gcc', 'git', 'make', 'pip3', 'python3', 'svn']);

/**
 * Returns whether a program of macOS is there in name alone: without Apple's developer tools it only opens a dialog that
 * offers to install them.
 */
export function isEmptyShim(
  file: string,
  platform: NodeJS.Platform = process.platform,
  folders: readonly string[] = FOLDERS,
): boolean {
  if (platform !== 'darwin' || dirname(file) !== '/usr/bin' || !SHIMS.has(basename(file))) return false;
  return !folders.some((folder) => existsSync(join(folder, 'usr', 'bin', basename(file))));
}
