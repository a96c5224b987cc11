import { exampleAddresses } from './redirect-examples.ts';
import { createRedirectIndex } from './redirect-index.ts';
import { isCurrentRule, type RedirectRule } from './resolve-redirect.ts';
import { type CurrentRule, isCleanType, SPLAT, wildcardPrefix } from './rules/current-rule.ts';
import { type DocsSite, parseMissingPage } from './rules/missing-page.ts';
import { exactPrefix } from './rules/rule-2020.ts';
import { findUnreachableRedirects } from './unreachable-redirects.ts';

/** A problem of redirects that does not depend on pages. */
export type RedirectWarning = {
  readonly kind: 'loop' | 'endless' | 'unreached' | 'idle' | 'literal';
  /** Positions of the redirects concerned, from 0. */
  readonly at: readonly number[];
  /** A sentence with redirects numbered from 1; text between backticks is a URL. */
  readonly text: string;
};

/** Redirects that browsers follow before they stop, about. */
const MAX_REDIRECTS = 20;

/**
 * Returns warnings about redirects alone: loops, endless chains, redirects that are never reached, that do nothing, or
 * that use a character without meaning here (behaviour.md 12). In order; each redirect at most once per kind.
 */
export function redirectWarnings(rules: readonly RedirectRule[], site: DocsSite): readonly RedirectWarning[] {
  const idle = rules.flatMap((rule, at) => {
    const reason = idleReason(rule);
    return reason === undefined
      ? []
      : [{ kind: 'idle' as const, at: [at], text: `${at + 1} does nothing: ${reason}.` }];
  });
  // One that is switched off says so itself, and nothing is wrong with it.
  const off = rules.flatMap(({ enabled }, at) => (enabled === false ? [at] : []));
  const isIdle = new Set([...off, ...idle.flatMap(({ at }) => at)]);
  const unreached = findUnreachableRedirects(rules, site).flatMap(({ at, by }) =>
    isIdle.has(at) ? [] : [unreachedWarning(rules, at, by)],
  );
  const literal = rules.flatMap((rule, at) => {
    const message = isIdle.has(at) ? undefined : literalMessage(rule);
    return message === undefined
      ? []
      : [{ kind: 'literal' as const, at: [at], text: `${at + 1} ${message}` }];
  });
  return [...findLoops(rules, site), ...unreached, ...idle, ...literal];
}

function unreachedWarning(rules: readonly RedirectRule[], at: number, by: number): RedirectWarning {
  const above = rules[by];
  const what = above?.fromUrl ? ` (\`${above.fromUrl}\`)` : '';
  return {
    kind: 'unreached',
    at: [at, by],
    text: `${at + 1} is never reached by any URL: ${by + 1}${what}, above it, matches all of them.`,
  };
}

function idleReason(rule: RedirectRule): string | undefined {
  const { type, fromUrl, toUrl } = rule;
  if (rule.enabled === false) return undefined;
  if (isCurrentRule(rule)) return idleReasonOfCurrent(rule);
  if (type === 'sphinx_html' || type === 'sphinx_htmldir') return undefined;
  if (!fromUrl.startsWith('/'))
    return `no path begins with \`${fromUrl}\`, since every path begins with a slash`;
  if (type === 'exact' && (exactPrefix(rule) ?? fromUrl) === toUrl)
    return `\`${toUrl}\` is where it starts from`;
  return undefined;
}

function idleReasonOfCurrent(rule: CurrentRule): string | undefined {
  const { fromUrl, toUrl } = rule;
  const base = wildcardPrefix(rule);
  if (isCleanType(rule.type)) return undefined;
  if (!fromUrl.startsWith('/'))
    return `no path begins with \`${fromUrl}\`, since every path begins with a slash`;
  return base !== undefined && toUrl === base + SPLAT ? `\`${toUrl}\` is where it starts from` : undefined;
}

/** Matches `\`, which browsers read as `/`. */
const PROTOCOL_RELATIVE = /^[/\\]{2}([^/\\?#]*)/;

/** Characters that mean "anything that follows" elsewhere, but stand for themselves here. */
function literalMessage(rule: RedirectRule): string | undefined {
  const { type, fromUrl, toUrl } = rule;
  if ((type !== 'exact' && type !== 'page') || isCurrentRule(rule)) return undefined;
  const star = fromUrl.indexOf('*');
  const rest = fromUrl.indexOf('$rest');
  if (type === 'exact' && rest !== -1 && !fromUrl.endsWith('$rest'))
    return 'matches `$rest` as these very letters: only at the end do they stand for the rest of the path.';
  if (star !== -1) {
    const instead = `${fromUrl.slice(0, star)}$rest`;
    const hint =
      type === 'exact'
        ? `To match the rest of the path, end it in $rest: \`${instead}\`.`
        : 'To match the rest of the path, use an exact redirect that ends in `$rest`.';
    return `matches the sign \`*\` and nothing else. ${hint}`;
  }
  const host = type === 'exact' ? PROTOCOL_RELATIVE.exec(toUrl)?.[1] : undefined;
  if (host !== undefined)
    return `sends readers to the host \`${host}\`: a browser reads what follows two slashes as a host.`;
  if (!toUrl.includes(':splat')) return undefined;
  return type === 'exact' && rest !== -1
    ? 'sends readers to an address with `:splat` in it. What `$rest` stands for is added to the end by itself.'
    : 'sends readers to an address with `:splat` in it. End the first address in `$rest`, and what follows is added by itself (exact redirects).';
}

/** Follows the paths that the redirects are meant for, as if no page existed. */
function findLoops(rules: readonly RedirectRule[], site: DocsSite): RedirectWarning[] {
  const index = createRedirectIndex(rules);
  const found: RedirectWarning[] = [];
  const reportedKeys = new Set<string>();
  // The same path from a redirect of the same type and text gives no new warning.
  for (const start of new Set(rules.flatMap((rule) => exampleAddresses(rule, site, [site.defaultVersion])))) {
    const loop = follow(start);
    if (!loop || reportedKeys.has(loop.key)) continue;
    reportedKeys.add(loop.key);
    found.push(loop.warning);
  }
  return found;

  function follow(start: string): { key: string; warning: RedirectWarning } | undefined {
    const seen: string[] = [];
    const used: number[] = [];
    let address = start;
    while (seen.length <= MAX_REDIRECTS) {
      const back = seen.indexOf(address);
      if (back !== -1) return loopWarning(seen.slice(back), used.slice(back));
      const next = address.startsWith('/') ? index.firstMatch(parseMissingPage(address, site)) : undefined;
      if (!next) return undefined;
      seen.push(address);
      used.push(next.at);
      address = next.target;
    }
    const last = used.slice(-1);
    const text = `${last.map((at) => at + 1)} never ends: a missing page would go on from ${code(seen[0])} to ${code(seen[1])} to ${code(seen[2])} …`;
    return { key: `endless ${last}`, warning: { kind: 'endless', at: last, text } };
  }

  function loopWarning(addresses: readonly string[], used: readonly number[]) {
    const at = [...new Set(used)].sort((a, b) => a - b);
    const shown = shortenAddresses(addresses, site);
    const numbers = joinList(at.map((place) => String(place + 1)));
    const verb = at.length === 1 ? `${numbers} leads back to itself` : `${numbers} lead back to each other`;
    const text = `${verb}: a missing page would loop between ${joinList(shown.map(code))}.`;
    return { key: `loop ${at}`, warning: { kind: 'loop' as const, at, text } };
  }
}

/** Removes language and version when all paths share them. */
function shortenAddresses(addresses: readonly string[], site: DocsSite): readonly string[] {
  const pages = addresses.map((address) => parseMissingPage(address, site));
  const [first] = pages;
  const isShared = pages.every(
    ({ language, version, fullPath }) =>
      language === first?.language && version === first?.version && fullPath.startsWith('/'),
  );
  return isShared ? pages.map(({ path }) => path) : addresses;
}

function code(address: string | undefined): string {
  return `\`${address ?? ''}\``;
}

function joinList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
