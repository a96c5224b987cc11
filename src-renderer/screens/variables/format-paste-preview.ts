import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** What pasting a `.env` would do. */
export type PastePreview = inferRouterOutputs<DeskRouter>['variables']['previewPaste'];
/** A name that stands on several lines of it. */
export type RepeatedName = PastePreview['repeated'][number];

/** Lines that a sentence names before it says how many more there are. */
const MAX_LINES = 12;

/** Says of lines without a variable that they are ignored; '' when there are none. */
export function formatIgnoredLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `Line ${formatLineList(lines)} holds no variable and is ignored.`
    : `Lines ${formatLineList(lines)} hold no variable and are ignored.`;
}

/** Says of a name which of its lines counts: `stands more than once: line 7 wins, line 2 is ignored.` */
export function formatRepeatedName({ line, ignored }: RepeatedName): string {
  const others =
    ignored.length === 1 ? `line ${formatLineList(ignored)} is` : `lines ${formatLineList(ignored)} are`;
  return `stands more than once: line ${formatLineNumber(line)} wins, ${others} ignored.`;
}

/** `2, 5 and 9`, and of many `1, 2, 3 and 40 more`. */
function formatLineList(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_LINES).map(formatLineNumber);
  const more = lines.length - named.length;
  const last = more > 0 ? `${formatLineNumber(more)} more` : (named.pop() ?? '');
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

function formatLineNumber(line: number): string {
  return line.toLocaleString('en-GB');
}
