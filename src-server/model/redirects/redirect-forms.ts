import { is2020Rule, isCurrentRule, type RedirectRule, type WrittenRule } from './resolve-redirect.ts';
import type { CurrentRule } from './rules/current-rule.ts';
import { type MappedRule, to2020Rule, toCurrentRule } from './rules/map-redirect.ts';
import type { DocsSite } from './rules/missing-page.ts';
import type { Rule2020 } from './rules/rule-2020.ts';

/*
 * A redirect keeps the type and the texts that it was written in, and matches as they say. Each dialect shows it in its
 * own words, and does not list one that it has no words for (live-service.md 5).
 */

/** Returns a redirect in the words of 2020, or why it has none. */
export function formIn2020(rule: RedirectRule): MappedRule<Rule2020> {
  if (rule.enabled === false) return { rule: null, reason: 'it is switched off, and one of 2020 cannot be' };
  const { type, fromUrl, toUrl } = rule;
  if (is2020Rule(rule)) return { rule: { type: rule.type, fromUrl, toUrl }, isExact: true, notes: [] };
  return isCurrentRule(rule) ? to2020Rule({ type: rule.type, fromUrl, toUrl }) : unknownType(type);
}

/** Returns a redirect in the words of today's service, or why it has none. */
export function formOfToday(rule: WrittenRule, site: DocsSite): MappedRule<CurrentRule> {
  const { type, fromUrl, toUrl } = rule;
  if (isCurrentRule(rule)) return { rule: { type: rule.type, fromUrl, toUrl }, isExact: true, notes: [] };
  return is2020Rule(rule) ? toCurrentRule({ type: rule.type, fromUrl, toUrl }, site) : unknownType(type);
}

function unknownType(type: string): { readonly rule: null; readonly reason: string } {
  return { rule: null, reason: `its type \`${type}\` is not of the dialect that it was written in` };
}
