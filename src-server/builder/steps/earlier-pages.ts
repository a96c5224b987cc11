import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

/** Pages of an earlier run that Sphinx goes on from. */
export type EarlierPages = {
  /**
   * Says why all pages have to be written once Sphinx has run, and removes the search index, so that Sphinx makes a
   * new one; undefined when they need not.
   */
  readonly staleReason: () => Promise<string | undefined>;
};

const INVENTORY = 'objects.inv';
const SEARCH_INDEX = 'searchindex.js';
const START_PAGE = 'index.html';
/** The first line of a table of contents: its indentation, and its fence in MyST. */
const TABLE = /^(\s*)(?:\.\. toctree::|(`{3,}|:{3,})\s*\{toctree\})/;
/** After the places of a title in the search index, and one of them: the page, and the section in it. */
const END_OF_TITLE = /(?<=\]\]),\s*/;
const PLACE = /\[\d+,\s*(?:null|"(?:[^"\\]|\\.)*")\]/g;
/** A larger file is no text that a person writes. */
const MAX_BYTES = 4_000_000;

/**
 * Returns what tells whether pages of an earlier run are out of date after the next one; undefined without such pages.
 * Sphinx writes only pages whose own text has changed. Other pages show their titles too, in navigation and links, so all
 * have to be written when one changes. Call it before Sphinx runs: it removes a page, so that Sphinx has one to write and
 * copies the static files.
 */
export async function openEarlierPages(output: string, source: string): Promise<EarlierPages | undefined> {
  const inventory = await stat(join(output, INVENTORY)).catch(() => undefined);
  if (!inventory) return undefined;
  const before = await referencesOf(output);
  const isOrderChanged = await hasChangedTables(source, output, inventory.mtimeMs);
  await rm(join(output, START_PAGE), { force: true });
  return {
    async staleReason() {
      const reason = isOrderChanged
        ? 'A table of contents changed, which other pages show.'
        : (await referencesOf(output)) !== before
          ? 'A title or a target of links changed, which other pages show.'
          : existsSync(join(output, START_PAGE))
            ? undefined
            : 'The start page is written with all others.';
      // Sphinx would keep words of old titles in it.
      if (reason !== undefined) await rm(join(output, SEARCH_INDEX), { force: true });
      return reason;
    },
  };
}

/** Returns a digest of all that pages may show of others: titles of pages and sections, and targets of links. */
async function referencesOf(output: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(join(output, INVENTORY)).catch(() => ''));
  hash.update(titlesIn(await readFile(join(output, SEARCH_INDEX), 'utf8').catch(() => '')));
  return hash.digest('hex');
}

/** Returns the titles of all sections as the search index has them; their order is that in which pages were read. */
function titlesIn(index: string): string {
  const begin = /"?alltitles"?:\s*\{/.exec(index);
  if (!begin) return '';
  const rest = index.slice(begin.index + begin[0].length);
  // Up to the brace that is in no string.
  const titles = /^(?:[^"}]|"(?:[^"\\]|\\.)*")*/.exec(rest)?.[0] ?? '';
  return titles
    .split(END_OF_TITLE)
    .map((title) => [title.slice(0, title.indexOf(':')), ...(title.match(PLACE) ?? []).sort()].join())
    .sort()
    .join();
}

/** Says whether a file that is newer than the pages has another table of contents than before. */
async function hasChangedTables(source: string, output: string, writtenAt: number): Promise<boolean> {
  for (const path of newerFiles(source, writtenAt)) {
    const now = tablesIn(await readFile(join(source, path), 'utf8').catch(() => ''));
    // Where Sphinx keeps no copies of its sources, only what is there now can be told.
    const copy = join(output, '_sources', `${path.replace(/\.txt$/, '')}.txt`);
    if (now !== tablesIn(await readFile(copy, 'utf8').catch(() => ''))) return true;
  }
  return false;
}

/** Lists the files below a folder that were changed since, with `/`; what builds make is left out. */
function newerFiles(folder: string, since: number): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join(posix.sep);
    if (!entry.isFile() || /^(?:_build|_readthedocs|\.git)\//.test(path)) return [];
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return stats && stats.mtimeMs > since && stats.size <= MAX_BYTES ? [path] : [];
  });
}

/** Returns the tables of contents of a page: the directive `toctree` in reStructuredText and MyST, with its lines. */
export function tablesIn(text: string): string {
  const found: string[] = [];
  let [indent, fence] = [-1, ''];
  for (const line of text.split(/\r?\n/)) {
    const begin = TABLE.exec(line);
    if (indent >= 0 && isEnd(line, indent, fence)) indent = -1;
    if (begin && indent < 0) [indent, fence] = [begin[1]?.length ?? 0, begin[2] ?? ''];
    if (indent >= 0 && line.trim() !== '') found.push(line);
  }
  return found.join('\n');
}

function isEnd(line: string, indent: number, fence: string): boolean {
  if (fence !== '') return line.trim() === fence;
  return line.trim() !== '' && line.length - line.trimStart().length <= indent;
}
