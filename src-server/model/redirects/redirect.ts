import type { z } from 'zod';
import { choice, nested, parseBody, REQUIRED, text } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { RedirectOptions, WrittenRule } from './resolve-redirect.ts';
import { REDIRECT_TYPES, type RedirectType } from './rules/rule-2020.ts';

/** A rule that redirects an old documentation URL to a new one. */
export type Redirect = Required<WrittenRule> &
  Required<RedirectOptions> & {
    readonly id: number;
    readonly projectId: number;
    readonly created: Timestamp;
    readonly modified: Timestamp;
    /** Rank in the project's order: the highest is tried first. */
    readonly rank: number;
    /** Whether the 2020 dialect lists it: whether a rule of 2020 says the same, and it is switched on. */
    readonly has2020Form: boolean;
    readonly description: string | null;
  };

/** Fields that a redirect of 2020 does not have, with the values that it acts by. */
export const REDIRECT_DEFAULTS = {
  ...{ dialect: '2020', has2020Form: true, httpStatus: 302 },
  ...{ enabled: true, force: false, description: null },
} as const satisfies Partial<Redirect>;

/** Error of an order that does not name the present redirects. */
export const ORDER_IS_OUTDATED = 'The redirects have changed meanwhile. Check their order, then sort again.';

type Need = { readonly from_url: boolean; readonly to_url: boolean };
const NEEDS: Readonly<Record<WrittenRule['type'], Need>> = {
  prefix: { from_url: true, to_url: false },
  page: { from_url: true, to_url: true },
  exact: { from_url: true, to_url: true },
  sphinx_html: { from_url: false, to_url: false },
  sphinx_htmldir: { from_url: false, to_url: false },
  clean_url_to_html: { from_url: false, to_url: false },
  html_to_clean_url: { from_url: false, to_url: false },
};

/** null counts as '' here, since answers write an absent URL as null. */
export const redirectFields = {
  type: choice(REDIRECT_TYPES),
  from_url: text({ max: 255, blank: true, nullable: true }).optional(),
  to_url: text({ max: 255, blank: true, nullable: true }).optional(),
};

/** A redirect as sent by a caller or read from a file. */
export type RedirectInput = {
  readonly type: WrittenRule['type'];
  readonly from_url?: string | null;
  readonly to_url?: string | null;
};

/** Error of a target such as `javascript:alert(1)`. */
const INVALID_TARGET_SCHEME = 'Only http:// and https:// URLs can be given. A path begins with a slash.';

/**
 * Adds the rules of each type (behaviour.md 12): required fields are there, unused ones become '', and the target is a
 * path or a web URL.
 */
export function withRedirectRules<T extends RedirectInput>(schema: z.ZodType<T>) {
  return schema
    .refine((input) => !isMissing(input, 'from_url'), redirectRule('from_url', REQUIRED))
    .refine((input) => !isMissing(input, 'to_url'), redirectRule('to_url', REQUIRED))
    .refine(
      (input) => !OTHER_SCHEME.test(normalizedTarget(input)),
      redirectRule('to_url', INVALID_TARGET_SCHEME),
    )
    .transform((input) => ({
      ...input,
      from_url: NEEDS[input.type].from_url ? (input.from_url ?? '') : '',
      to_url: NEEDS[input.type].to_url ? (input.to_url ?? '') : '',
    }));
}

/** Body of a redirect's creation and of its full update. */
export const RedirectBody = withRedirectRules(nested(redirectFields));
export type RedirectBody = z.infer<typeof RedirectBody>;

/** Body of a redirect's partial update; merge it into the stored redirect and pass the result to `checkRedirect`. */
export const RedirectPatchBody = nested({ ...redirectFields, type: redirectFields.type.optional() });
export type RedirectPatchBody = z.infer<typeof RedirectPatchBody>;

/** Returns the redirect as it is stored. Throws Invalid when a required field is missing. */
export function checkRedirect(merged: RedirectInput & { readonly type: RedirectType }): RedirectBody {
  return parseBody(RedirectBody, merged);
}

function isMissing(input: RedirectInput, key: keyof Need): boolean {
  // These rules run together with those of the fields, so that all errors are reported at once.
  return Object.hasOwn(NEEDS, input.type) && NEEDS[input.type][key] && !input[key];
}

const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z0-9+.-]*:/i;

/** Returns the target as a browser reads it, without ignored characters; '' when the type has no target. */
function normalizedTarget(input: RedirectInput): string {
  const { type, to_url: target } = input;
  if (!Object.hasOwn(NEEDS, type) || !NEEDS[type].to_url) return '';
  return (target ?? '').replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+/u, '');
}

/** Runs a rule only when its field is valid otherwise. */
export function redirectRule(key: keyof Need | 'type', error: string) {
  const when = ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => path?.[0] === key);
  return { path: [key], error, when };
}
