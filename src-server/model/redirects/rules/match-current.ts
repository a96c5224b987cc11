import { type CurrentRule, isWebTarget, SPLAT, wildcardPrefix, withoutEndSlashes } from './current-rule.ts';
import { decodePath, encodePath, type MissingPage, resolvePagePath } from './missing-page.ts';

const SPLATS = new RegExp(`(/?)${SPLAT}`, 'g');

/** Where a rule of today leads. */
export type CurrentTarget = {
  /** Without the reader's query. */
  readonly target: string;
  /** Whether following it could never end, so that it is not followed (live-service.md 5, "loop rule"). */
  readonly isEndless: boolean;
};

/** Returns where a rule leads; undefined when it does not match (live-service.md 5, "Serving"). */
export function targetOfCurrent(rule: CurrentRule, page: MissingPage): CurrentTarget | undefined {
  const { path } = page;
  switch (rule.type) {
    case 'page':
    case 'exact':
      return matchText(rule, page);
    case 'clean_url_to_html': {
      const file = /^\/(.+?)(?:\/index\.html|\/)$/.exec(path)?.[1];
      return file === undefined ? undefined : toPage(page, `${file}.html`);
    }
    case 'html_to_clean_url': {
      const file = path.endsWith('/index.html') ? undefined : /^\/(.+)\.html$/.exec(path)?.[1];
      return file === undefined ? undefined : toPage(page, `${file}/`);
    }
  }
}

function toPage(page: MissingPage, file: string): CurrentTarget {
  return { target: resolvePagePath(page, encodePath(file)), isEndless: false };
}

function matchText(rule: CurrentRule, page: MissingPage): CurrentTarget | undefined {
  const { type, toUrl } = rule;
  const text = type === 'page' ? page.path : page.fullPath;
  const prefix = wildcardPrefix(rule);
  if (prefix === undefined) {
    // `/a` matches `/a` and `/a/`.
    const isMatch = withoutEndSlashes(text) === withoutEndSlashes(decodePath(rule.fromUrl));
    return isMatch ? { target: resolveTarget(rule, page, toUrl), isEndless: false } : undefined;
  }
  const base = decodePath(prefix);
  if (!text.startsWith(base)) return undefined;
  const target = resolveTarget(rule, page, withSplat(toUrl, encodePath(text.slice(base.length))));
  return { target, isEndless: isEndless(toUrl, base, text) };
}

/** Resolves the target of a page redirect below the requested language and version. */
function resolveTarget({ type }: CurrentRule, page: MissingPage, toUrl: string): string {
  if (isWebTarget(toUrl)) return toUrl;
  // A browser reads what follows two slashes as a host.
  return type === 'page' ? resolvePagePath(page, toUrl) : toUrl.replace(/^[/\\]{2,}/, '/');
}

/** Puts the text of the wildcard into a target; the slashes that it begins with are not doubled. */
function withSplat(toUrl: string, text: string): string {
  return toUrl.replace(SPLATS, (_, slash: string) => slash + (slash ? text.replace(/^[/\\]+/, '') : text));
}

/** Whether `/dir/*` leads to `/dir/sub/:splat`, and the request is below `/dir/sub/` already. */
function isEndless(toUrl: string, base: string, text: string): boolean {
  const at = toUrl.indexOf(SPLAT);
  if (at === -1) return false;
  const start = decodePath(toUrl.slice(0, at));
  return start.startsWith(base) && text.startsWith(start);
}
