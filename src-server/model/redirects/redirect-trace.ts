import type { RedirectRule } from './resolve-redirect.ts';

/** A rule of a project's list; one that is not saved yet has no id. */
export type ListedRule = RedirectRule & { readonly id: number | null };

/** Which rule of the hosting itself sends readers on (behaviour.md 14). */
export type SystemRule = 'moved' | 'root' | 'folder' | 'readme' | 'page' | 'language';

/**
 * What became of a redirect: `matched` sends the reader; `round` would, in a circle, so nobody is sent; `self` leads to
 * where the reader is, and is passed over; `shadowed` matches below the one that wins; `idle` matches where redirects
 * are not asked; `none` does not match.
 */
export type RedirectMatchOutcome = 'matched' | 'round' | 'self' | 'shadowed' | 'idle' | 'none';

/** A redirect that was tried. */
export type RedirectMatch = ListedRule & {
  /** Its place among the saved ones, from 1; null for one that is not saved yet. */
  readonly number: number | null;
  readonly outcome: RedirectMatchOutcome;
  /** Where it sends, or would; null when it does not match. */
  readonly target: string | null;
  /** Why it does not match, in a few words; '' when it does. What stands between backticks is an address. */
  readonly reason: string;
};

/** The redirects that a step came past. */
export type EvaluatedRules = {
  /** Whose they are. */
  readonly project: { readonly slug: string; readonly name: string };
  /** Whether they were asked: only where no page answers. */
  readonly evaluated: boolean;
  /** In their order, without those that are left out. */
  readonly matches: readonly RedirectMatch[];
  /** So many more do not match, and are left out. */
  readonly omitted: number;
};

/** One request, and its answer. */
export type TraceStep = {
  readonly url: string;
  readonly status: 200 | 302 | 404;
  /** A sentence; what stands between backticks is an address. */
  readonly explanation: string;
  /** null where they do not matter, or the asker may not see them. */
  readonly rules: EvaluatedRules | null;
  /** Where the reader is sent: `target` as the header has it, and the whole address that it makes. */
  readonly redirectedTo: {
    readonly by: 'system' | 'user';
    readonly target: string;
    readonly url: string;
  } | null;
};

/** Where a reader ends. */
export type TraceEnd =
  | { readonly kind: 'page' | 'download' | 'missing' | 'no-project' | 'elsewhere'; readonly url: string }
  /** Redirects that would lead round, or on without end, so that the 404 page is shown. */
  | { readonly kind: 'loop' | 'endless'; readonly urls: readonly string[] }
  | { readonly kind: 'too-many' };

/** What happens to a reader who asks for an address of the documentation. */
export type RedirectTrace = { readonly steps: readonly TraceStep[]; readonly end: TraceEnd };

/** What is asked of the hosting. */
export type TraceRequest = {
  /** In lower case, with its port: `pip.localhost:8642`. */
  readonly host: string;
  /** Path and query, as a browser sends them: `/en/latest/?q=1`. */
  readonly url: string;
  /** Redirects to be taken in place of those that the project has. */
  readonly draft?: { readonly projectId: number; readonly rules: readonly ListedRule[] };
};

/** Says step by step what the hosting does. */
export type TraceRedirects = (request: TraceRequest) => Promise<RedirectTrace>;
