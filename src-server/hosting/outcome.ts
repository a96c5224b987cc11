import type { ListedRule, SystemRule } from '../model/redirects/redirect-trace.ts';
import type { DocsHostCall } from '../services/hosting/docs-host-api.ts';
import type { DocsSites } from '../services/hosting/docs-site.ts';
import type { PageFile, PageFiles } from './pages/page-files.ts';
import type { ParsedPath, ServingHost } from './parse-request.ts';

/** How a request is answered. */
export type Outcome =
  /** `saveAs`: the browser saves it under this name instead of showing it. */
  | { readonly kind: 'file'; readonly file: PageFile; readonly saveAs?: string }
  | SystemRedirect
  | UserRedirect
  | { readonly kind: 'robots' | 'sitemap' | 'script'; readonly host: ServingHost }
  | { readonly kind: 'api'; readonly api: DocsHostCall['kind']; readonly host: ServingHost }
  /** `parsedPath` is null for a path that can name no page. */
  | { readonly kind: 'missing'; readonly host: ServingHost; readonly parsedPath: ParsedPath | null }
  | { readonly kind: 'no-project' };

/** A redirect by a rule of behaviour.md 14. */
type SystemRedirect = {
  readonly kind: 'redirect';
  readonly by: 'system';
  readonly rule: SystemRule;
  readonly target: string;
};

/** A redirect of the project, with the page that it is tried for. */
type UserRedirect = {
  readonly kind: 'redirect';
  readonly by: 'user';
  readonly target: string;
  /** What a redirect says of its answer, and which of its dialects names it in a header. */
  readonly rule: Required<Pick<ListedRule, 'httpStatus' | 'dialect'>>;
  /** Whether it was tried before the page was looked up. */
  readonly forced: boolean;
  readonly host: ServingHost;
  readonly parsedPath: ParsedPath;
};

/** Sources of the answers. */
export type HostingContext = { readonly sites: DocsSites; readonly files: PageFiles };

/** Makes a redirect by a rule of behaviour.md 14. */
export function systemRedirect(rule: SystemRule, target: string): SystemRedirect {
  return { kind: 'redirect', by: 'system', rule, target };
}
