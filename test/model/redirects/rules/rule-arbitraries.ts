import fc from 'fast-check';
import { tryRedirect, type WrittenRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';
import {
  type DocsSite,
  decodePath,
  type MissingPage,
} from '../../../../src-server/model/redirects/rules/missing-page.ts';
import type { Rule2020 } from '../../../../src-server/model/redirects/rules/rule-2020.ts';

export const SITE: DocsSite = { alias: null, language: 'en', singleVersion: false, defaultVersion: 'latest' };
export const SITES = [SITE, { ...SITE, singleVersion: true }, { ...SITE, alias: 'plug', language: 'es' }];

const segment = fc.constantFrom(
  '',
  'a',
  'b',
  'en',
  'latest',
  'a.html',
  'index.html',
  'old',
  '%20',
  '*',
  ':splat',
  '$rest',
  'ä',
);
const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
const loosePath = fc.oneof(
  { weight: 8, arbitrary: path },
  path.map((one) => one.slice(1)),
);
const fromUrl = fc.oneof(
  { weight: 3, arbitrary: loosePath },
  { weight: 2, arbitrary: loosePath.map((base) => `${base}$rest`) },
);
const toUrl = fc.oneof(
  { weight: 5, arbitrary: loosePath.filter((text) => text !== '') },
  loosePath.map((text) => `https://x.org${text}`),
  loosePath.map((text) => `${text}?b=c`),
  loosePath.map((text) => `${text}#d`),
);
/** Any rule of 2020, also one that has no form today. */
export const rule2020: fc.Arbitrary<Rule2020> = fc.oneof(
  fc.record({ type: fc.constantFrom('page', 'exact'), fromUrl, toUrl }),
  fc.record({ type: fc.constant('prefix'), fromUrl: loosePath, toUrl: fc.constant('') }),
  fc.constantFrom<Rule2020>(
    { type: 'sphinx_html', fromUrl: '', toUrl: '' },
    { type: 'sphinx_htmldir', fromUrl: '', toUrl: '' },
  ),
);
export const anySite = fc.constantFrom(...SITES);

/** An address that a rule is likely to match. */
export const addressFor = fc
  .record({
    tail: path,
    kind: fc.constantFrom('from', 'below', 'other'),
    slash: fc.boolean(),
    versioned: fc.boolean(),
  })
  .map(({ tail, kind, slash, versioned }) => (rule: Rule2020, site: DocsSite): string => {
    const from = decodePath(rule.fromUrl.replace(/\$rest$/, ''));
    const own = kind === 'from' ? from : kind === 'below' ? from + tail.slice(1) : tail;
    const slashed = slash ? `${own}/` : own.replace(/\/$/, '');
    const base = slashed.startsWith('/') ? slashed : `/${slashed}`;
    const isBare = rule.type === 'exact' || !versioned;
    const root = site.alias === null ? '' : `/projects/${site.alias}`;
    return encodeURI(isBare ? base : `${root}/en/2.0${base}`);
  });

/** Where a rule leads; nowhere when it leads to the same page, whatever follows `?` and `#`. */
export function landing(rule: WrittenRule, page: MissingPage): string | undefined {
  const tried = tryRedirect(rule, page);
  const isSame = tried && decodePath(tried.target.replace(/[?#].*$/s, '')) === page.fullPath;
  return tried && !tried.isSelf && !isSame ? tried.target : undefined;
}

/** Whether a page is at the address of a rule but for slashes at the end. */
export function isTwin(rule: Rule2020, { path: own, fullPath }: MissingPage): boolean {
  const text = rule.type === 'exact' ? fullPath : own;
  const slashless = (address: string) => address.replace(/\/+$/, '');
  return slashless(text) === slashless(decodePath(rule.fromUrl));
}
