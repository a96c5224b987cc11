import type { RedirectRule } from './resolve-redirect.ts';

/** A redirect of a project's list; an unsaved one has no id. */
export type ListedRule = RedirectRule & { readonly id: number | null };

/** The rule of hosting itself that redirects readers (behaviour.md 14). */
export type SystemRule = 'moved' | 'root' | 'folder' | 'readme' | 'page' | 'language' | 'slashes';

/**
 * Outcome of a redirect: `matched` redirects the reader; `round` would loop, so it is not followed; `self` leads to the
 * same URL and is not followed: one of 2020 is skipped, one of today ends the search; `shadowed` matches below the winner; `idle` matches where redirects are not evaluated;
 * `none` does not match.
 */
export type RedirectMatchOutcome = 'matched' | 'round' | 'self' | 'shadowed' | 'idle' | 'none';

/** A redirect with its outcome. */
export type RedirectMatch = ListedRule & {
  /** Position among the saved redirects, from 1; null for an unsaved one. */
  readonly number: number | null;
  readonly outcome: RedirectMatchOutcome;
  /** Target; null when it does not match. */
  readonly target: string | null;
  /** Short reason why it does not match; '' when it does. Text between backticks is a URL. */
  readonly reason: string;
};

/** The redirects of one step. */
export type EvaluatedRules = {
  /** The project that has them. */
  readonly project: { readonly slug: string; readonly name: string };
  /** Whether they were evaluated: only when no page exists. */
  readonly evaluated: boolean;
  /** Whether only the forced ones were evaluated, before the page was looked up. */
  readonly forcedOnly?: boolean;
  /** In order, without the omitted ones. */
  readonly matches: readonly RedirectMatch[];
  /** Number of further redirects that do not match and are omitted. */
  readonly omitted: number;
};

/** One request and its response. */
export type TraceStep = {
  readonly url: string;
  readonly status: 200 | 301 | 302 | 404;
  /** A sentence; text between backticks is a URL. */
  readonly explanation: string;
  /** null where redirects do not matter, or the actor cannot see them. */
  readonly rules: EvaluatedRules | null;
  /** Where the reader is sent: `target` as in the header, and the full URL. */
  readonly redirectedTo: {
    readonly by: 'system' | 'user';
    readonly target: string;
    readonly url: string;
  } | null;
};

/** The end of a trace. */
export type TraceEnd =
  | { readonly kind: 'page' | 'download' | 'missing' | 'no-project' | 'elsewhere'; readonly url: string }
  /** Redirects that would loop or never end; readers see the 404 page. */
  | { readonly kind: 'loop' | 'endless'; readonly urls: readonly string[] }
  | { readonly kind: 'too-many' };

/** What happens to a reader who opens a documentation URL. */
export type RedirectTrace = { readonly steps: readonly TraceStep[]; readonly end: TraceEnd };

/** A question to the redirect tester. */
export type TraceRequest = {
  /** Host in lower case with its port: `pip.localhost:8642`. */
  readonly host: string;
  /** Path and query as a browser sends them: `/en/latest/?q=1`. */
  readonly url: string;
  /** Redirects to use instead of the project's own. */
  readonly draft?: { readonly projectId: number; readonly rules: readonly ListedRule[] };
};

/** Explains step by step what hosting does. */
export type TraceRedirects = (request: TraceRequest) => Promise<RedirectTrace>;
