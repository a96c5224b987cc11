import { z } from 'zod';
import { formatCsv } from '../base/format-csv.ts';
import { parseCsv } from '../base/parse-csv.ts';
import type { RedirectRule } from './resolve-redirect.ts';

/** Formats of redirect files. */
export const REDIRECT_FORMATS = ['json', 'csv'] as const;
export type RedirectFormat = (typeof REDIRECT_FORMATS)[number];

/** Whether an import adds redirects above the others, or replaces all of them. */
export const REDIRECT_IMPORT_MODES = ['add', 'replace'] as const;
export type RedirectImportMode = (typeof REDIRECT_IMPORT_MODES)[number];

/** Largest number of redirects in a file. */
export const REDIRECT_IMPORT_MAX = 10_000;

/** The most redirects that one import adds and removes: one transaction writes them, in about 50 ms (safety S9). */
export const REDIRECT_CHANGES_MAX = 2000;

/** Error of an import that would write too many rows. */
export function tooManyChangesError(added: number, removed: number): string {
  const count = (rows: number) => rows.toLocaleString('en-GB');
  const changes = removed === 0 ? `add ${count(added)}` : `add ${count(added)} and remove ${count(removed)}`;
  return `This import would ${changes} redirects, but at most ${count(REDIRECT_CHANGES_MAX)} can change at once. Import the file in parts that are added above the others, the last part first.`;
}

/** A redirect of a file before its fields are checked. */
export const RedirectDraft = z
  .object({ type: z.unknown(), from_url: z.unknown(), to_url: z.unknown() })
  .partial();
export type RedirectDraft = z.infer<typeof RedirectDraft>;

/** The redirects of a file in order, or the reason why there are none. */
export type RedirectFile =
  | { readonly format: RedirectFormat; readonly drafts: readonly RedirectDraft[] }
  | { readonly error: string };

const COLUMNS = ['type', 'from_url', 'to_url'] as const;

/** Formats redirects as a file, in order, with the field names of the API. */
export function formatRedirectFile(rules: readonly RedirectRule[], format: RedirectFormat): string {
  const cells = rules.map(({ type, fromUrl, toUrl }) => [type, fromUrl || null, toUrl || null]);
  if (format === 'csv') return formatCsv([COLUMNS, ...cells]);
  const objects = rules.map(({ type, fromUrl, toUrl }) => ({
    type,
    from_url: fromUrl || null,
    to_url: toUrl || null,
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
}

/** Parses the output of `formatRedirectFile`, a list of the API, or a table with the columns type, from_url, to_url. */
export function parseRedirectFile(text: string): RedirectFile {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') return { error: 'The list is empty.' };
  const file = /^[[{]/.test(plain) ? parseJson(plain) : parseTable(plain);
  if ('error' in file) return file;
  if (file.drafts.length === 0) return { error: 'It contains no redirects.' };
  const isTooLong = file.drafts.length > REDIRECT_IMPORT_MAX;
  return isTooLong
    ? { error: `It holds more than ${REDIRECT_IMPORT_MAX.toLocaleString('en-GB')} redirects.` }
    : file;
}

const RedirectList = z.union([
  z.array(RedirectDraft),
  z.object({ results: z.array(RedirectDraft) }).transform(({ results }) => results),
]);

function parseJson(text: string): RedirectFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      error:
        'This looks like JSON but cannot be read: it ends too early, or a bracket, comma or quote is wrong.',
    };
  }
  const list = RedirectList.safeParse(value);
  if (!list.success) return { error: 'This is JSON, but no list of redirects.' };
  return { format: 'json', drafts: list.data };
}

function parseTable(text: string): RedirectFile {
  const table = parseCsv(text);
  if ('error' in table) return table;
  const [head = [], ...rows] = table.rows;
  const names = head.map((name) => name.trim().toLowerCase());
  const columnIndexes = COLUMNS.map((column) => names.indexOf(column));
  const [type] = columnIndexes;
  if (type === -1) return { error: 'The first line must name the columns: type, from_url, to_url.' };
  const drafts = rows.map((row) =>
    Object.fromEntries(COLUMNS.map((column, at) => [column, row[columnIndexes[at] ?? -1]?.trim() ?? ''])),
  );
  return { format: 'csv', drafts };
}
