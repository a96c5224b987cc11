import { NotFound } from '../../../model/base/problems.ts';
import { NotAcceptable } from '../http-problems.ts';
import { lastNonEmptyValue } from '../read-query.ts';

/** Format of an answer. */
export type Format = 'json' | 'html' | 'text';

/** Formats of a version of the API. One that has JSON alone sends it to callers that accept only HTML too. */
export type Formats = readonly [Format, ...Format[]];

/**
 * Chooses the format (behaviour.md 0, step 2, and Decisions "Accept"). A format at the end of the path comes before
 * `?format=json|api|txt`, and both before the header.
 * @throws NotAcceptable when the header excludes all formats @throws NotFound for a format that there is not
 */
export function negotiate(
  accept: string | undefined,
  query: URLSearchParams,
  formats: Formats,
  suffix?: string,
): Format {
  const requested = suffix ?? lastNonEmptyValue(query, 'format');
  if (requested !== undefined) return requestedFormat(requested, formats);
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const accepted = ranges(accept);
  if (accepted.length === 0) return 'json'; // a header that names nothing excludes nothing
  const json = best(accepted, 'application', 'json');
  const html = best(accepted, 'text', 'html');
  const text = formats.includes('text') ? best(accepted, 'text', 'plain') : undefined;
  if (json === undefined && html === undefined && text === undefined) throw new NotAcceptable();
  if (prefers(text, json)) return 'text';
  return prefers(html, json) && formats.includes('html') ? 'html' : 'json';
}

/** Gives the spaces by which JSON is indented, at most 8: `Accept: application/json; indent=4`; 0 for compact JSON. */
export function jsonIndent(accept: string | undefined): number {
  if (accept === undefined || accept === '*/*' || !/indent/i.test(accept)) return 0;
  return best(ranges(accept), 'application', 'json')?.indent ?? 0;
}

function requestedFormat(format: string, formats: Formats): Format {
  if (format === 'json') return 'json';
  if (format === 'api' && formats.includes('html')) return 'html';
  if (format === 'txt' && formats.includes('text')) return 'text';
  throw new NotFound();
}

type Match = { readonly precision: number; readonly quality: number; readonly indent: number };
type Range = Omit<Match, 'precision'> & { readonly type: string; readonly subtype: string };

const WEIGHT = /^q=\d(\.\d*)?$/;
const INDENT = /^indent=\s*([+-]?\d+)\s*$/;
const MAX_INDENT = 8;

function ranges(accept: string): Range[] {
  return accept.split(',').flatMap((part) => {
    const [media = '', ...parameters] = part.trim().toLowerCase().split(';');
    // Old Java clients send `*` for `*/*`.
    const [type, subtype] = media.trim() === '*' ? ['*', '*'] : media.trim().split('/');
    if (!type || !subtype) return [];
    const texts = parameters.map((text) => text.trim());
    const quality = texts.find((text) => text.startsWith('q='));
    // An invalid weight excludes nothing.
    const weight = WEIGHT.test(quality ?? '') ? Number(quality?.slice(2)) : 1;
    return [{ type, subtype, quality: weight, indent: indentOf(texts) }];
  });
}

function indentOf(parameters: readonly string[]): number {
  const digits = parameters.map((text) => INDENT.exec(text)?.[1]).find((found) => found !== undefined);
  return digits === undefined ? 0 : Math.max(0, Math.min(Number(digits), MAX_INDENT));
}

/** Gives the most precise range with this type; undefined without one, or when q=0 refuses it. */
function best(accepted: readonly Range[], type: string, subtype: string): Match | undefined {
  let bestMatch: Match | undefined;
  for (const range of accepted) {
    const precision = precisionOf(range, type, subtype);
    if (precision >= 0 && precision >= (bestMatch?.precision ?? 0))
      bestMatch = { precision, quality: range.quality, indent: range.indent };
  }
  return bestMatch && bestMatch.quality > 0 ? bestMatch : undefined;
}

function precisionOf(range: Range, type: string, subtype: string): number {
  if (range.type === type && range.subtype === subtype) return 2;
  if (range.type === type && range.subtype === '*') return 1;
  return range.type === '*' && range.subtype === '*' ? 0 : -1;
}

/** Prefers another format to JSON only if it has the higher weight, or is named more precisely at the same weight. */
function prefers(other: Match | undefined, json: Match | undefined): boolean {
  if (!other) return false;
  if (!json) return true;
  if (other.quality !== json.quality) return other.quality > json.quality;
  return other.precision > json.precision;
}
