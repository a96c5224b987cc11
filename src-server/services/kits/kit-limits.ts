import type { KitFiles, KitFinding } from '../../model/kits/kit.ts';

/** Files of a kit, and what is wrong with those that were left out. */
export type ReadFiles = {
  readonly files: KitFiles;
  readonly findings: readonly KitFinding[];
  /** The whole cannot be read, so that no missing file is worth a finding. */
  readonly isUnreadable?: boolean;
};

/** The most bytes of a kit, packed or not. */
export const MAX_KIT_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_FILES = 5_000;
const MAX_PATH = 400;

/** What programs leave in folders. */
export const IGNORED_NAMES: ReadonlySet<string> = new Set(['.git', '.DS_Store', 'Thumbs.db', '__MACOSX']);

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Takes files of a kit one by one, within the limits of a kit. */
export function createFileIntake() {
  const files = new Map<string, Uint8Array>();
  const findings: KitFinding[] = [];
  let bytes = 0;
  let full = false;

  function refuse(file: string, message: string): false {
    findings.push({ file, message });
    return false;
  }

  return {
    /** Tells whether a file of this path and size may be read; says why not. */
    accepts(path: string, size: number): boolean {
      if (!isInside(path)) return refuse(path, 'The path leads out of the kit.');
      if (path.length > MAX_PATH) return refuse(path, `The path is longer than ${MAX_PATH} characters.`);
      if (files.has(path)) return refuse(path, 'The file is in the kit twice.');
      if (size > MAX_FILE_BYTES) return refuse(path, `The file is larger than ${mebibytes(MAX_FILE_BYTES)}.`);
      bytes += size;
      full = files.size >= MAX_FILES || bytes > MAX_KIT_BYTES;
      if (!full) return true;
      const limit = files.size >= MAX_FILES ? `${MAX_FILES} files` : mebibytes(MAX_KIT_BYTES);
      return refuse(path, `The kit has more than ${limit}. The rest was not read.`);
    },
    add: (path: string, content: Uint8Array): void => void files.set(path, content),
    refuse,
    refuseLink: (path: string) =>
      refuse(path, 'This is a link or a device. A kit has plain files and folders only.'),
    isFull: () => full,
    result: (): ReadFiles => ({ files, findings }),
  };
}

/** Tells whether a path stays in its folder on every system. */
function isInside(path: string): boolean {
  if (path.startsWith('/') || /[\\:\p{Cc}]/u.test(path)) return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}
