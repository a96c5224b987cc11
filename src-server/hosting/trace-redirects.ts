import { createRedirectIndex } from '../model/redirects/redirect-index.ts';
import { redirectMatches } from '../model/redirects/redirect-matches.ts';
import type {
  EvaluatedRules,
  RedirectMatch,
  RedirectTrace,
  SystemRule,
  TraceEnd,
  TraceRequest,
  TraceStep,
} from '../model/redirects/redirect-trace.ts';
import { systemActor } from '../services/kernel/actor.ts';
import { MAX_STEPS, sharedDomain } from './addresses.ts';
import type { DocsOptions } from './docs-handler.ts';
import { findRequestedVersion } from './host-versions.ts';
import type { HostingContext, Outcome } from './outcome.ts';
import { createPageFiles } from './pages/page-files.ts';
import {
  type DocsRequest,
  missingPage,
  type ParsedPath,
  type ParsedRequest,
  parseRequest,
  type RequestPath,
  type ServingHost,
} from './parse-request.ts';
import {
  findOutcome,
  isForcedTried,
  type RedirectPlace,
  triesRedirects,
  withoutLoop,
} from './route-request.ts';

/** Redirects that a trace lists: as many as one import may have. */
const MAX_MATCHES = 10_000;

type TracedServices = { readonly services: Pick<DocsOptions['services'], 'docsSite'> };

const SYSTEM_RULE_TEXT: Readonly<Record<SystemRule, string>> = {
  moved: 'These pages are on the host of the parent or main project.',
  root: 'The root redirects to the default version.',
  page: 'A path after `/page/` redirects to the default version.',
  folder: 'This is a folder with an index, so a slash is added.',
  readme: 'The folder has a README.html instead of an index.',
  language: 'A language alone redirects to its default version.',
  slashes: 'Several slashes in a row become one.',
};

/** Makes the redirect tester: it explains step by step how hosting answers a URL for a reader who may read all pages. */
export function createTracer({ services, docsFolder }: Pick<DocsOptions, 'docsFolder'> & TracedServices) {
  const sites = services.docsSite.visibleTo(systemActor('docs'));
  return ({ host, url, draft }: TraceRequest): RedirectTrace => {
    const order = draft && createRedirectIndex(draft.rules);
    const redirects: typeof sites.redirects = (id) =>
      order && id === draft.projectId ? order : sites.redirects(id);
    return traceSteps({ sites: { ...sites, redirects }, files: createPageFiles(docsFolder) }, { host, url });
  };
}

function traceSteps(context: HostingContext, start: DocsRequest): RedirectTrace {
  const steps: TraceStep[] = [];
  let current = URL.parse(`http://${start.host}${start.url}`);
  let docsRequest = start;
  let remaining = MAX_MATCHES;
  let rulesSteps = 0;
  while (current && steps.length < MAX_STEPS) {
    const parsed = parseRequest(context.sites, docsRequest);
    const { step, outcome, loop } = traceStep(context, parsed, current, remaining, rulesSteps === 0);
    steps.push(step);
    if (step.rules) {
      remaining -= step.rules.matches.length;
      rulesSteps += 1;
    }
    if (loop) return { steps, end: loop };
    if (outcome.kind !== 'redirect') return { steps, end: traceEnd(outcome, current.href) };
    const next = URL.parse(outcome.target, current);
    if (!next || sharedDomain(next) !== sharedDomain(current)) {
      return { steps, end: { kind: 'elsewhere', url: next?.href ?? outcome.target } };
    }
    current = next;
    docsRequest = toDocsRequest(next);
  }
  return { steps, end: { kind: 'too-many' } };
}

type StepResult = {
  readonly step: TraceStep;
  readonly outcome: Outcome;
  readonly loop: TraceEnd | undefined;
};

const FORCED_ROUND_TEXT =
  'A forced redirect matches. It leads back here or never ends, so it is not followed. ';

/** Explains one request: how hosting answers it, and which redirects it tried. */
function traceStep(
  context: HostingContext,
  parsed: ParsedRequest,
  current: URL,
  remaining: number,
  isFirst: boolean,
): StepResult {
  const { host, path, parsedPath } = parsed;
  const first = findOutcome(context, parsed);
  const isForcedRound = leadsForcedRound(context, parsed, first);
  const plain = isForcedRound ? findOutcome(context, parsed, false) : first;
  const outcome = withoutLoop(context, parsed, plain);
  const isRound = plain !== outcome;
  const place = host?.kind === 'home' && path && parsedPath ? placeOf(parsed, host, path, parsedPath) : null;
  const evaluated = place === null ? 'none' : evaluatedRules(place);
  const isTried = evaluated === 'all';
  const sentTo =
    outcome.kind === 'redirect'
      ? {
          by: outcome.by,
          target: outcome.target,
          url: URL.parse(outcome.target, current)?.href ?? outcome.target,
        }
      : null;
  const why =
    host?.kind === 'home'
      ? (isForcedRound && isTried ? FORCED_ROUND_TEXT : '') +
        explainOutcome(context, host, parsedPath, outcome, evaluated)
      : explainOtherOutcome(outcome);
  // Redirects that were not tried are listed for the first request alone, to show why.
  const rules = place && (evaluated !== 'none' || isFirst) ? evaluateRules(place) : null;
  const loop =
    isRound && plain.kind === 'redirect' && outcome.kind === 'missing'
      ? findLoop(context, current, plain.target)
      : undefined;
  return {
    step: { url: current.href, status: statusOf(outcome), explanation: why, rules, redirectedTo: sentTo },
    outcome,
    loop,
  };

  function placeOf(
    { request }: ParsedRequest,
    home: ServingHost,
    requestPath: RequestPath,
    parsed: ParsedPath,
  ): RedirectPlace {
    const version = findRequestedVersion(context.sites, home, parsed);
    return { request, host: home, path: requestPath, parsedPath: parsed, version };
  }

  function evaluatedRules(at: RedirectPlace): 'all' | 'forced' | 'none' {
    if (triesRedirects(plain)) return 'all';
    const { hasForced } = context.sites.redirects(at.parsedPath.project.id);
    const isPage = plain.kind === 'file' && plain.saveAs === undefined;
    const isForced = plain.kind === 'redirect' && plain.by === 'user';
    const isFolder = plain.kind === 'redirect' && plain.by === 'system' && plain.rule === 'folder';
    return hasForced && isForcedTried(at) && (isPage || isForced || isFolder) ? 'forced' : 'none';
  }

  function evaluateRules(at: RedirectPlace): EvaluatedRules {
    const { id, slug, name } = at.parsedPath.project;
    const order = context.sites.redirects(id);
    const page = missingPage(at.request, at.path, at.parsedPath, at.version);
    const onPullRequest = at.host.pullRequest !== null;
    const hit =
      evaluated === 'none'
        ? undefined
        : order.firstHit(page, { forcedOnly: evaluated === 'forced', onPullRequest });
    const all = redirectMatches(order.rules, page, {
      winner: hit?.at,
      winnerOutcome: hit?.isSelf ? 'self' : isRound || (isForcedRound && !isTried) ? 'round' : 'matched',
      evaluated,
      onPullRequest,
    });
    const matches = selectMatches(all, remaining);
    const omitted = all.length - matches.length;
    return {
      project: { slug, name },
      evaluated: isTried,
      ...(evaluated === 'forced' && { forcedOnly: true }),
      matches,
      omitted,
    };
  }
}

/** Whether a forced redirect would send the reader in a circle; what answers without it then does. */
function leadsForcedRound(context: HostingContext, parsed: ParsedRequest, outcome: Outcome): boolean {
  if (outcome.kind !== 'redirect' || outcome.by === 'system' || !outcome.forced) return false;
  return withoutLoop(context, parsed, outcome) !== outcome;
}

function statusOf(outcome: Outcome): TraceStep['status'] {
  if (outcome.kind === 'redirect') return outcome.by === 'user' ? outcome.rule.httpStatus : 302;
  return outcome.kind === 'missing' || outcome.kind === 'no-project' ? 404 : 200;
}

function toDocsRequest({ host, pathname, search }: URL): DocsRequest {
  return { host, url: pathname + search };
}

/** Keeps at most `limit`, matching ones first, in their order. */
function selectMatches(all: readonly RedirectMatch[], limit: number): readonly RedirectMatch[] {
  if (all.length <= limit) return all;
  const matching = all.filter(({ outcome }) => outcome !== 'none').slice(0, limit);
  const others = all.filter(({ outcome }) => outcome === 'none').slice(0, limit - matching.length);
  const selected = new Set([...matching, ...others]);
  return all.filter((match) => selected.has(match));
}

/** Follows the redirects of a loop until they come back to a page already passed. */
function findLoop(context: HostingContext, start: URL, target: string): TraceEnd {
  const urls = [start.href];
  const seen = new Set([start.host + start.pathname]);
  let current = URL.parse(target, start);
  while (current && urls.length <= MAX_STEPS) {
    urls.push(current.href);
    const place = current.host + current.pathname;
    if (seen.has(place)) return { kind: 'loop', urls };
    seen.add(place);
    const next = findOutcome(context, parseRequest(context.sites, toDocsRequest(current)));
    current = next.kind === 'redirect' ? URL.parse(next.target, current) : null;
  }
  return { kind: 'endless', urls };
}

function traceEnd(outcome: Exclude<Outcome, { kind: 'redirect' }>, url: string): TraceEnd {
  if (outcome.kind === 'file') return { kind: outcome.saveAs === undefined ? 'page' : 'download', url };
  if (
    outcome.kind === 'robots' ||
    outcome.kind === 'sitemap' ||
    outcome.kind === 'script' ||
    outcome.kind === 'api'
  )
    return { kind: 'page', url };
  return { kind: outcome.kind, url };
}

function explainOtherOutcome(outcome: Outcome): string {
  if (outcome.kind === 'redirect' && outcome.by === 'system') return SYSTEM_RULE_TEXT[outcome.rule];
  return 'No project has its documentation at this host.';
}

function explainOutcome(
  context: HostingContext,
  host: ServingHost,
  parsedPath: ParsedPath | null,
  outcome: Outcome,
  evaluated: 'all' | 'forced' | 'none',
): string {
  if (outcome.kind === 'redirect' && outcome.by === 'system') return SYSTEM_RULE_TEXT[outcome.rule];
  if (outcome.kind === 'redirect' && outcome.forced)
    return 'A forced redirect matches. It is tried before the page is looked up.';
  if (outcome.kind === 'robots' || outcome.kind === 'sitemap') return 'Lectern makes this file itself.';
  if (outcome.kind === 'script' || outcome.kind === 'api')
    return 'Lectern answers this itself, for scripts of pages.';
  if (outcome.kind === 'file') {
    if (evaluated === 'forced')
      return 'This page exists, and no forced redirect leads away from it. The others are tried only where no page exists.';
    return outcome.saveAs === undefined
      ? 'This page exists. Redirects are tried only where no page exists.'
      : 'This download exists.';
  }
  if (!parsedPath || evaluated !== 'all') return 'No page can have this path, so no redirect is tried.';
  return `${explainMissingPage(context, host, parsedPath)}, so the redirects are tried.`;
}

function explainMissingPage(context: HostingContext, host: ServingHost, parsedPath: ParsedPath): string {
  const { project, versionSlug, language, defaultSlug } = parsedPath;
  const slug = versionSlug ?? (language === null && project.singleVersion ? defaultSlug : null);
  if (slug === null) return 'The URL names no version';
  const version = findRequestedVersion(context.sites, host, parsedPath);
  const name = slug.length > 40 ? `${slug.slice(0, 39)}…` : slug;
  if (!version) return `${project.name} has no version \`${name}\``;
  if (version.pagesBuild !== null) return `No such page in \`${name}\``;
  return version.active ? `\`${name}\` has no pages here yet` : `\`${name}\` is inactive`;
}
