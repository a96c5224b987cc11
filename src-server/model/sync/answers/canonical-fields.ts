import { type CurrentRule, normalizeCurrentRule } from '../../redirects/rules/current-rule.ts';
import type { Fields } from '../sync-fields.ts';

/*
 * One form for each value, whichever side it comes from, so that equal objects have equal fields. Both the reader of the
 * service's answers and the reader of local rows use these.
 */

/** What a redirect says beside its rule. */
export type RedirectDetails = {
  readonly force: boolean;
  readonly enabled: boolean;
  readonly description: string | null;
  readonly httpStatus: 301 | 302;
};

/** Returns the fields of a redirect, its texts as the service stores them (live-service.md 5). */
export function redirectFieldsOf(rule: CurrentRule, details: RedirectDetails): Fields {
  const { type, fromUrl, toUrl } = normalizeCurrentRule(rule);
  const { force, enabled, description, httpStatus } = details;
  return {
    ...{ type, from_url: fromUrl, to_url: toUrl },
    ...{ force, enabled, description: description || null, http_status: httpStatus },
  };
}

/** Returns tags in the order in which the service lists them; their own order means nothing. */
export function canonicalTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}

/** Returns a homepage; '' when there is none, which the service answers as null. */
export function canonicalHomepage(url: string | null): string {
  return url ?? '';
}
