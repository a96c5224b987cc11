import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { formatCount } from '../../ui/format.ts';

/** Preview of pasting a `.env`. */
export type PastePreview = inferRouterOutputs<DeskRouter>['variables']['previewPaste'];
/** A name that several lines set. */
export type RepeatedName = PastePreview['repeated'][number];

/** Line numbers listed before "and N more". */
const MAX_LINES = 12;

/** Reports the lines without a variable; '' when there are none. */
export function formatIgnoredLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `Line ${formatLineList(lines)} has no variable and is ignored.`
    : `Lines ${formatLineList(lines)} have no variable and are ignored.`;
}

/** Reports which line of a repeated name wins: `is set more than once: line 7 wins, line 2 is ignored.` */
export function formatRepeatedName({ line, ignored }: RepeatedName): string {
  const others =
    ignored.length === 1 ? `line ${formatLineList(ignored)} is` : `lines ${formatLineList(ignored)} are`;
  return `is set more than once: line ${formatLineNumber(line)} wins, ${others} ignored.`;
}

/** Lists line numbers: `2, 5 and 9`, or `1, 2, 3 and 40 more`. */
function formatLineList(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_LINES).map(formatLineNumber);
  const more = lines.length - named.length;
  const last = more > 0 ? `${formatLineNumber(more)} more` : (named.pop() ?? '');
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

function formatLineNumber(line: number): string {
  return formatCount(line);
}
