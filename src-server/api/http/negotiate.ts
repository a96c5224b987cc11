import { NotFound } from '../../model/base/problems.ts';
import { NotAcceptable } from './http-problems.ts';
import { lastNonEmptyValue } from './read-query.ts';

/** Format of an answer. */
export type Format = 'json' | 'html';

/** Formats of a version of the API. One that has JSON alone sends it to callers that accept only HTML too. */
export type Formats = readonly [Format, ...Format[]];

/**
 * Chooses the format (behaviour.md 0, step 2, and Decisions "Accept"). `?format=json|api` overrides the header.
 * @throws NotAcceptable when the header excludes JSON and HTML @throws NotFound for an unknown `?format=`
 */
export function negotiate(accept: string | undefined, query: URLSearchParams, formats: Formats): Format {
  const requested = lastNonEmptyValue(query, 'format');
  if (requested !== undefined) return requestedFormat(requested, formats);
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const accepted = ranges(accept);
  if (accepted.length === 0) return 'json'; // a header that names nothing excludes nothing
  const json = best(accepted, 'application', 'json');
  const html = best(accepted, 'text', 'html');
  if (json === undefined && html === undefined) throw new NotAcceptable();
  return prefers(html, json) && formats.includes('html') ? 'html' : 'json';
}

function requestedFormat(format: string, formats: Formats): Format {
  if (format === 'json') return 'json';
  if (format === 'api' && formats.includes('html')) return 'html';
  throw new NotFound();
}

type Range = { readonly type: string; readonly subtype: string; readonly quality: number };
type Match = { readonly precision: number; readonly quality: number };

const WEIGHT = /^q=\d(\.\d*)?$/;

function ranges(accept: string): Range[] {
  return accept.split(',').flatMap((part) => {
    const [media = '', ...parameters] = part.trim().toLowerCase().split(';');
    // Old Java clients send `*` for `*/*`.
    const [type, subtype] = media.trim() === '*' ? ['*', '*'] : media.trim().split('/');
    if (!type || !subtype) return [];
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
    // An invalid weight excludes nothing.
    return [{ type, subtype, quality: WEIGHT.test(quality ?? '') ? Number(quality?.slice(2)) : 1 }];
  });
}

/** Gives the most precise range with this type; undefined without one, or when q=0 refuses it. */
function best(accepted: readonly Range[], type: string, subtype: string): Match | undefined {
  let bestMatch: Match | undefined;
  for (const range of accepted) {
    const precision = precisionOf(range, type, subtype);
    if (precision >= 0 && precision >= (bestMatch?.precision ?? 0))
      bestMatch = { precision, quality: range.quality };
  }
  return bestMatch && bestMatch.quality > 0 ? bestMatch : undefined;
}

function precisionOf(range: Range, type: string, subtype: string): number {
  if (range.type === type && range.subtype === subtype) return 2;
  if (range.type === type && range.subtype === '*') return 1;
  return range.type === '*' && range.subtype === '*' ? 0 : -1;
}

/** Prefers HTML only if it has the higher weight, or is named more precisely at the same weight. */
function prefers(html: Match | undefined, json: Match | undefined): boolean {
  if (!html) return false;
  if (!json) return true;
  if (html.quality !== json.quality) return html.quality > json.quality;
  return html.precision > json.precision;
}
