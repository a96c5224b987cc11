import type { z } from 'zod';
import { bool, choice, field, invalidChoiceError, NOT_NULL, nested, text } from '../base/fields.ts';
import { messageText } from '../base/text/python-repr.ts';
import { REDIRECT_STATUSES, type RedirectStatus } from './resolve-redirect.ts';
import {
  CURRENT_REDIRECT_TYPES,
  type CurrentRedirectType,
  type CurrentRule,
  isCleanType,
  REDIRECT_URL_MAX,
  SPLAT,
  WILDCARD,
} from './rules/current-rule.ts';
import { REST } from './rules/rule-2020.ts';

/** How many redirects a project may have (live-service.md 5). */
export const MAX_CURRENT_REDIRECTS = 100;
export const TOO_MANY_REDIRECTS = `This project has reached the limit of ${MAX_CURRENT_REDIRECTS} redirects. Consider replacing some of your redirects with a wildcard redirect.`;

const LINK = 'See https://blog.readthedocs.com/new-improvements-to-redirects/.';
/** What the service says of a type that it had in 2020. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  prefix: `Prefix redirects have been removed. Please use an exact redirect \`/prefix/*\` instead. ${LINK}`,
  sphinx_html: `sphinx_html redirect has been renamed to clean_url_to_html. ${LINK}`,
  sphinx_htmldir: `sphinx_htmldir redirect has been renamed to html_to_clean_url. ${LINK}`,
};

const NOT_A_NUMBER = 'A valid integer is required.';
/** Like the service, takes `1.0` for 1. */
const WHOLE_NUMBER = /^\s*[-+]?\d+(?:\.0*)?\s*$/;
const BELOW_ZERO = 'Ensure this value is greater than or equal to 0.';

const type = field<CurrentRedirectType>(
  (input, report) => {
    const asText = messageText(input);
    const known = CURRENT_REDIRECT_TYPES.find((each) => each === asText);
    if (input === null) report(NOT_NULL);
    else if (known === undefined) report(OLD_TYPES[asText] ?? invalidChoiceError(input));
    return known ?? 'page';
  },
  { type: 'string', enum: [...CURRENT_REDIRECT_TYPES] },
);

/** Field for the status of an answer, as a number or a text. */
export const httpStatus = choice(['302', '301'])
  .transform((status): RedirectStatus => (status === '301' ? 301 : 302))
  .meta({ type: 'integer', enum: [...REDIRECT_STATUSES] });

const position = field<number>(
  (input, report) => {
    const number = typeof input === 'string' && WHOLE_NUMBER.test(input) ? Number(input) : input;
    const isNumber = typeof number === 'number' && Number.isInteger(number);
    if (input === null) report(NOT_NULL);
    else if (!isNumber) report(NOT_A_NUMBER);
    else if (number < 0) report(BELOW_ZERO);
    return isNumber ? number : 0;
  },
  { type: 'integer', minimum: 0 },
);

const redirectUrl = text({ max: REDIRECT_URL_MAX, blank: true, nullable: true });
const optional = {
  from_url: redirectUrl.optional(),
  to_url: redirectUrl.optional(),
  force: bool().nullable().optional(),
  enabled: bool().nullable().optional(),
  description: text({ max: 255, blank: true, nullable: true }).optional(),
  http_status: httpStatus.optional(),
  position: position.optional(),
};

/** Body of a redirect's creation and of its full update, in which the type alone is required (live-service.md 5). */
export const CurrentRedirectBody = nested({ type, ...optional });
export type CurrentRedirectBody = z.infer<typeof CurrentRedirectBody>;

/** Body of a redirect's partial update. */
export const CurrentRedirectPatchBody = nested({ type: type.optional(), ...optional });
export type CurrentRedirectPatchBody = z.infer<typeof CurrentRedirectPatchBody>;

/** Returns what is wrong with the texts of a rule, before they are normalised; undefined when nothing is. */
export function currentRuleError({ type: ruleType, fromUrl, toUrl }: CurrentRule): string | undefined {
  if (isCleanType(ruleType)) return undefined;
  if (fromUrl.endsWith(REST)) return `The ${REST} wildcard has been removed in favor of ${WILDCARD}.`;
  const hasWildcard = fromUrl.endsWith(WILDCARD);
  if (fromUrl.includes(WILDCARD) && !hasWildcard) return 'The * wildcard must be at the end of the path.';
  if (toUrl.includes(SPLAT) && !hasWildcard)
    return 'The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.';
  return undefined;
}

/** Error of a second redirect of a type of which a project has one. */
export function secondCleanRedirectError(ruleType: string): string {
  return `Only one redirect of type \`${ruleType}\` is allowed per project.`;
}
