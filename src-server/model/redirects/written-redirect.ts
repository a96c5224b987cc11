import type { z } from 'zod';
import { DIALECTS, type Dialect } from '../base/dialect.ts';
import { bool, choice, invalidChoiceError, nested, text } from '../base/fields.ts';
import { currentRuleError, httpStatus } from './current-redirect-body.ts';
import {
  type Redirect,
  type RedirectInput,
  redirectFields,
  redirectRule,
  withRedirectRules,
} from './redirect.ts';
import type { WrittenRule } from './resolve-redirect.ts';
import { CURRENT_REDIRECT_TYPES, isCleanType, normalizeCurrentRule } from './rules/current-rule.ts';
import { REDIRECT_TYPES } from './rules/rule-2020.ts';

/* Redirects in the words of either dialect, as files, seeds and the window have them. */

/** All types, those of today first. */
export const WRITTEN_TYPES = [...new Set([...CURRENT_REDIRECT_TYPES, ...REDIRECT_TYPES])];

/** Fields of a redirect in a file. Without `dialect` the type says it; `page` and `exact` alone are of 2020. */
export const writtenFields = {
  ...redirectFields,
  http_status: httpStatus.optional(),
  enabled: bool().optional(),
  force: bool().optional(),
  description: text({ max: 255, blank: true, nullable: true }).optional(),
  type: choice(WRITTEN_TYPES),
  dialect: choice(DIALECTS).optional(),
};

/** Fields of a redirect that its writer gives. */
export type WrittenRedirect = Required<WrittenRule> &
  Partial<Pick<Redirect, 'httpStatus' | 'enabled' | 'force' | 'description'>>;

type WrittenInput = RedirectInput & { readonly dialect?: Dialect };

/** Types that one dialect alone has. */
const REDIRECT_TYPES_OF_ONE = WRITTEN_TYPES.filter((type) => type !== 'page' && type !== 'exact').map(
  (type) => ({
    type,
    dialect: isCleanType(type) ? ('current' as const) : ('2020' as const),
  }),
);

/** What the URLs of a redirect of today may break, with the field that says it. */
const URL_RULES = (
  [
    ['from_url', '/a/$rest', ''],
    ['from_url', '/a*/b', ''],
    ['to_url', '/a', ':splat'],
  ] as const
).map(([key, fromUrl, toUrl]) => ({ key, error: currentRuleError({ type: 'page', fromUrl, toUrl }) ?? '' }));

/** Adds the rules of each type and dialect. */
export function withWrittenRules<T extends WrittenInput>(schema: z.ZodType<T>) {
  const withTypes = REDIRECT_TYPES_OF_ONE.reduce<z.ZodType<T>>(
    (checked, { type, dialect }) =>
      checked.refine(
        (input) => input.type !== type || input.dialect === undefined || input.dialect === dialect,
        redirectRule('type', `${invalidChoiceError(type)} It is a type of the ${dialect} dialect.`),
      ),
    schema,
  );
  const withUrls = URL_RULES.reduce<z.ZodType<T>>(
    (checked, { key, error }) =>
      checked.refine((input) => brokenRule(input) !== error, redirectRule(key, error)),
    withTypes,
  );
  return withRedirectRules(withUrls);
}

/** Body of a redirect in a file or of the window. */
export const WrittenBody = withWrittenRules(nested(writtenFields));
export type WrittenBody = z.infer<typeof WrittenBody>;

/** Returns what is stored of a body. */
export function writtenRedirect(body: WrittenBody): WrittenRedirect {
  const { type, from_url: fromUrl, to_url: toUrl, http_status, enabled, force, description } = body;
  const dialect = dialectOf(body);
  const options = {
    ...(http_status !== undefined && { httpStatus: http_status }),
    ...(enabled !== undefined && { enabled }),
    ...(force !== undefined && { force }),
    ...(description !== undefined && { description: description || null }),
  };
  const currentType = CURRENT_REDIRECT_TYPES.find((known) => known === type);
  if (dialect === 'current' && currentType)
    return { ...normalizeCurrentRule({ type: currentType, fromUrl, toUrl }), dialect, ...options };
  return { type, fromUrl, toUrl, dialect, ...options };
}

function dialectOf({ type, dialect }: WrittenInput): Dialect {
  return dialect ?? (isCleanType(type) ? 'current' : '2020');
}

function brokenRule(input: WrittenInput): string | undefined {
  const { type, from_url, to_url } = input;
  if ((type !== 'page' && type !== 'exact') || dialectOf(input) !== 'current') return undefined;
  return currentRuleError({ type, fromUrl: from_url ?? '', toUrl: to_url ?? '' });
}
