import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';

/** What requirement files say, with the files that they name. */
export type Requirements = {
  /** The contents by path, relative to the checkout. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether they install from the checkout itself, so that a commit changes what is installed. */
  readonly isLocal: boolean;
  /** Whether they name indexes of their own. */
  readonly hasIndexes: boolean;
  /** Whether they name files that cannot be read here, such as one at a URL. */
  readonly isIncomplete: boolean;
};

const MAX_FILES = 200;
const MAX_BYTES = 4_000_000;
const OTHER_FILE = /^(?:-r|-c|--requirement|--constraint)(?:\s*=\s*|\s*)(\S.*)$/;
const INDEX = /^(?:-i|--index-url|--extra-index-url|-f|--find-links|--no-index)\b/;
const LOCAL = /^(?:-e\b|--editable\b|\.{1,2}(?:\/|\[|$)|\/|file:)|@\s*(?:file:|\.{0,2}\/)/;

/** Reads requirement files of a checkout, following `-r` and `-c`. */
export async function readRequirements(checkout: string, paths: readonly string[]): Promise<Requirements> {
  const files = new Map<string, string>();
  let [isLocal, hasIndexes, isIncomplete] = [false, false, false];
  const pending = [...paths];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const name = posix.normalize(path);
    if (files.has(name)) continue;
    const text = files.size < MAX_FILES ? await readWithin(checkout, name) : undefined;
    if (text === undefined) {
      isIncomplete = true;
      continue;
    }
    files.set(name, text);
    for (const line of linesOf(text)) {
      const other = OTHER_FILE.exec(line)?.[1]
        ?.replace(/\s+#.*$/, '')
        .replace(/^["']|["']$/g, '');
      if (other !== undefined) pending.push(posix.join(posix.dirname(name), other));
      if (INDEX.test(line)) hasIndexes = true;
      if (LOCAL.test(line) || isFolderName(line)) isLocal = true;
    }
  }
  return { files, isLocal, hasIndexes, isIncomplete };
}

/** Returns the lines without comments; a backslash continues one. A list in YAML has a dash before each. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .replace(/^- +/, '')
        .replace(/^["'](.*)["']$/, '$1'),
    )
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns whether a requirement is a path with a slash, which is a folder or an archive of the checkout. */
function isFolderName(line: string): boolean {
  const [first = ''] = line.split(/[\s;]/);
  return first.includes('/') && !first.includes('://') && !first.startsWith('-');
}

/** Returns a file of the checkout, also through links; undefined for one outside it. */
async function readWithin(checkout: string, name: string): Promise<string | undefined> {
  try {
    const path = await realpath(join(checkout, name));
    if (!path.startsWith(checkout + sep) || dirname(path) === path) return undefined;
    const text = await readFile(path, 'utf8');
    return text.length > MAX_BYTES ? undefined : text;
  } catch {
    return undefined;
  }
}
