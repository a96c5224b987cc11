import type { SystemRule } from '../model/redirects/redirect-trace.ts';
import type { DocsSites } from '../services/hosting/docs-site.ts';
import type { PageFile, PageFiles } from './page-files.ts';
import type { ParsedPath, ServingHost } from './parse-path.ts';

/** What is done with a request. */
export type Outcome =
  /** `saveAs`: to be kept under this name, not shown. */
  | { readonly kind: 'file'; readonly file: PageFile; readonly saveAs?: string }
  /** `by` tells whose rule it is: one of behaviour.md 14, or a redirect of the project. */
  | { readonly kind: 'redirect'; readonly by: 'system'; readonly rule: SystemRule; readonly target: string }
  | { readonly kind: 'redirect'; readonly by: 'user'; readonly target: string }
  | { readonly kind: 'robots' | 'sitemap'; readonly host: ServingHost }
  /** `located` is null for a path that can name nothing. */
  | { readonly kind: 'missing'; readonly host: ServingHost; readonly parsedPath: ParsedPath | null }
  | { readonly kind: 'no-project' };

/** Where the answers come from. */
export type HostingContext = { readonly sites: DocsSites; readonly files: PageFiles };

/** A request as far as its answer depends on it. */
export type DocsRequest = {
  /** In lower case, with the port where there is one: `pip.localhost:8642`. */
  readonly host: string;
  /** The request's target: `/en/latest/?q=1`. */
  readonly url: string;
};

/** The label of a host of documentation that names its project. */
export function projectLabel(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? host : host.slice(0, dot);
}

/** A redirect that we make ourselves. */
export function systemRedirect(rule: SystemRule, target: string): Outcome {
  return { kind: 'redirect', by: 'system', rule, target };
}
