import { z } from 'zod';
import { formatCsv } from '../base/text/format-csv.ts';
import { parseCsv } from '../base/text/parse-csv.ts';
import type { RedirectRule } from './resolve-redirect.ts';

/** Formats of redirect files. */
export const REDIRECT_FORMATS = ['json', 'csv'] as const;
export type RedirectFormat = (typeof REDIRECT_FORMATS)[number];

/** Whether an import adds redirects above the others, or replaces all of them. */
export const REDIRECT_IMPORT_MODES = ['add', 'replace'] as const;
export type RedirectImportMode = (typeof REDIRECT_IMPORT_MODES)[number];

/** Largest number of redirects in a file. */
export const REDIRECT_IMPORT_MAX = 10_000;

/** The most redirects that one change adds and removes: one transaction writes them, in about 50 ms (safety S9). */
export const REDIRECT_CHANGES_MAX = 2000;

/** Error of an import that would write too many rows. */
export function tooManyChangesError(added: number, removed: number): string {
  const count = (rows: number) => rows.toLocaleString('en-GB');
  const changes = removed === 0 ? `add ${count(added)}` : `add ${count(added)} and remove ${count(removed)}`;
  return `This import would ${changes} redirects, but at most ${count(REDIRECT_CHANGES_MAX)} can change at once. Import the file in parts that are added above the others, the last part first.`;
}

/** Error of a removal of too many redirects at once. */
export const TOO_MANY_TO_REMOVE = `At most ${REDIRECT_CHANGES_MAX.toLocaleString('en-GB')} redirects can be removed at once. Select fewer.`;

/** A redirect of a file before its fields are checked. */
export const RedirectDraft = z
  .object({
    ...{ type: z.unknown(), from_url: z.unknown(), to_url: z.unknown() },
    ...{ dialect: z.unknown(), http_status: z.unknown(), enabled: z.unknown() },
    ...{ force: z.unknown(), description: z.unknown() },
  })
  .partial();
export type RedirectDraft = z.infer<typeof RedirectDraft>;

/** The redirects of a file in order, or the reason why there are none. */
export type RedirectFile =
  | { readonly format: RedirectFormat; readonly drafts: readonly RedirectDraft[] }
  | { readonly error: string };

const COLUMNS = ['type', 'from_url', 'to_url'] as const;
/** Columns of what 2020 has no field for; a file has them when one of its redirects does. */
const OPTION_COLUMNS = ['dialect', 'http_status', 'enabled', 'force', 'description'] as const;
const ALL_COLUMNS = [...COLUMNS, ...OPTION_COLUMNS];

/** A redirect as a file holds it. */
export type FiledRedirect = RedirectRule & { readonly description?: string | null };

/** Returns the fields of a redirect in a file, without those that say what 2020 does. */
export function redirectFileFields(redirect: FiledRedirect) {
  const { type, fromUrl, toUrl, dialect = '2020', httpStatus = 302 } = redirect;
  const { enabled = true, force = false, description } = redirect;
  return {
    type,
    from_url: fromUrl,
    to_url: toUrl,
    ...(dialect !== '2020' && { dialect }),
    ...(httpStatus !== 302 && { http_status: httpStatus }),
    ...(enabled ? {} : { enabled }),
    ...(force && { force }),
    ...(description && { description }),
  };
}

/** Formats redirects as a file, in order, with the field names of the API. */
export function formatRedirectFile(rules: readonly FiledRedirect[], format: RedirectFormat): string {
  const objects = rules.map(redirectFileFields);
  if (format === 'csv') {
    const hasOptions = objects.some((object) => OPTION_COLUMNS.some((column) => column in object));
    const columns: readonly (keyof (typeof objects)[number])[] = hasOptions ? ALL_COLUMNS : COLUMNS;
    const cells = objects.map((object) => columns.map((column) => cellOf(object[column])));
    return formatCsv([columns, ...cells]);
  }
  const filled = objects.map((object) => ({
    ...object,
    from_url: object.from_url || null,
    to_url: object.to_url || null,
  }));
  return `${JSON.stringify(filled, null, 2)}\n`;
}

function cellOf(value: string | number | boolean | undefined): string | null {
  return value === undefined || value === '' ? null : String(value);
}

/** Parses the output of `formatRedirectFile`, a list of the API, or a table with the columns type, from_url, to_url and more. */
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

/** A redirect of today's API alone has a position; its list is in the words of today. */
const ListedDraft = z.preprocess((item) => {
  const isCurrent = typeof item === 'object' && item !== null && 'position' in item && !('dialect' in item);
  return isCurrent ? { ...item, dialect: 'current' } : item;
}, RedirectDraft);
const RedirectList = z.union([
  z.array(ListedDraft),
  z.object({ results: z.array(ListedDraft) }).transform(({ results }) => results),
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
  if (!names.includes('type'))
    return { error: 'The first line must name the columns: type, from_url, to_url.' };
  const options = OPTION_COLUMNS.filter((column) => names.includes(column));
  const cell = (row: readonly string[], column: string) => row[names.indexOf(column)]?.trim() ?? '';
  const drafts = rows.map((row) =>
    Object.fromEntries([
      ...COLUMNS.map((column) => [column, cell(row, column)]),
      // An empty cell says nothing.
      ...options.flatMap((column) => (cell(row, column) === '' ? [] : [[column, cell(row, column)]])),
    ]),
  );
  return { format: 'csv', drafts };
}
