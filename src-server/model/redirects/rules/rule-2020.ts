import { decodePath, encodePath, type MissingPage, resolvePagePath } from './missing-page.ts';

/** Types of redirects of the specification (service.md, "v3 Redirect"). */
export const REDIRECT_TYPES = ['prefix', 'page', 'exact', 'sphinx_html', 'sphinx_htmldir'] as const;
export type RedirectType = (typeof REDIRECT_TYPES)[number];

/** A rule of the specification. */
export type Rule2020 = {
  readonly type: RedirectType;
  /** '' when the type has none. */
  readonly fromUrl: string;
  /** '' when the type has none. */
  readonly toUrl: string;
};

/** Ends the `from_url` of an exact redirect that matches everything below it. */
export const REST = '$rest';

/** Returns the text before `$rest` in an exact redirect; undefined for one of a single URL. */
export function exactPrefix({ type, fromUrl }: Pick<Rule2020, 'fromUrl'> & { readonly type: string }) {
  const at = type === 'exact' && fromUrl.endsWith(REST) ? fromUrl.length - REST.length : -1;
  return at === -1 ? undefined : fromUrl.slice(0, at);
}

/** Returns where a rule leads, without the reader's query; undefined when it does not match (behaviour.md 12). */
export function target2020(rule: Rule2020, page: MissingPage): string | undefined {
  const { type, toUrl } = rule;
  const { path, fullPath } = page;
  const fromUrl = decodePath(rule.fromUrl);
  switch (type) {
    case 'prefix':
      if (fromUrl === '' || !path.startsWith(fromUrl)) return undefined;
      return resolvePagePath(page, encodePath(path.slice(fromUrl.length)));
    case 'page':
      if (path !== fromUrl) return undefined;
      return isAbsolute(toUrl) ? toUrl : resolvePagePath(page, toUrl);
    case 'exact': {
      const base = exactPrefix({ type, fromUrl });
      if (base === undefined) return fullPath === fromUrl ? toUrl : undefined;
      return fullPath.startsWith(base) ? joinPath(toUrl, encodePath(fullPath.slice(base.length))) : undefined;
    }
    case 'sphinx_html': {
      const file = /^\/(.+?)(?:\/index\.html|\/)$/.exec(path)?.[1];
      return file === undefined ? undefined : resolvePagePath(page, encodePath(`${file}.html`));
    }
    case 'sphinx_htmldir': {
      const file = /^\/(.+)\.html$/.exec(path)?.[1];
      return file === undefined ? undefined : resolvePagePath(page, encodePath(`${file}/`));
    }
  }
}

/** Joins a target and a rest; leading slashes of the rest must not turn it into a host name. */
function joinPath(toUrl: string, rest: string): string {
  return toUrl + (toUrl.endsWith('/') ? rest.replace(/^[/\\]+/, '') : rest);
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
