import { redirectOrder } from '../model/redirects/redirect-order.ts';
import type {
  RedirectTrace,
  RedirectTrial,
  SystemRule,
  TraceEnd,
  TraceQuestion,
  TraceStep,
  TriedRules,
} from '../model/redirects/redirect-trace.ts';
import { redirectTrials } from '../model/redirects/redirect-trials.ts';
import { anonymous, systemActor } from '../services/kernel/actor.ts';
import { domainOf, MAX_STEPS } from './addresses.ts';
import { answer, askedPage, decide } from './decide.ts';
import type { DocsOptions } from './docs-handler.ts';
import { versionOf } from './host-versions.ts';
import { type DocsHome, type Located, locate } from './locate.ts';
import { type Asked, type Ground, labelOf, type Outcome } from './outcome.ts';
import { createPageFiles } from './page-files.ts';
import { readRequestPath } from './request-path.ts';

/** So many redirects are told of in a trace: as many as one file brings in. */
const MOST_TRIALS = 10_000;

const SYSTEM_WORDS: Readonly<Record<SystemRule, string>> = {
  moved: 'These pages are on the host of the project that this one belongs to.',
  root: 'The root leads to the default version.',
  page: 'What follows `/page/` is a page of the default version.',
  folder: 'A folder with an index: the slash is added.',
  readme: 'The folder has a README.html in place of an index.',
  language: 'A language alone leads to its default version.',
};

/** Says for an address what hosting with these options does, step by step until a reader ends somewhere. */
export function createTracer({ services, docsFolder, servesPrivate }: Omit<DocsOptions, 'logError'>) {
  const sites = services.docsSite.seenBy(servesPrivate ? systemActor('docs') : anonymous);
  return ({ host, url, draft }: TraceQuestion): RedirectTrace => {
    const order = draft && redirectOrder(draft.rules);
    const redirects: typeof sites.redirects = (id) =>
      order && id === draft.projectId ? order : sites.redirects(id);
    return follow({ sites: { ...sites, redirects }, files: createPageFiles(docsFolder) }, { host, url });
  };
}

function follow(ground: Ground, start: Asked): RedirectTrace {
  const steps: TraceStep[] = [];
  let here = URL.parse(`http://${start.host}${start.url}`);
  let asked = start;
  let left = MOST_TRIALS;
  let places = 0;
  while (here && steps.length < MAX_STEPS) {
    const { step, outcome, round } = look(ground, asked, here, left, places === 0);
    steps.push(step);
    if (step.rules) {
      left -= step.rules.trials.length;
      places += 1;
    }
    if (round) return { steps, end: round };
    if (outcome.kind !== 'redirect') return { steps, end: endOf(outcome, here.href) };
    const next = URL.parse(outcome.target, here);
    if (!next || domainOf(next) !== domainOf(here)) {
      return { steps, end: { kind: 'elsewhere', url: next?.href ?? outcome.target } };
    }
    here = next;
    asked = askedOf(next);
  }
  return { steps, end: { kind: 'too-many' } };
}

type Look = { readonly step: TraceStep; readonly outcome: Outcome; readonly round: TraceEnd | undefined };

/** One request: what hosting answers, and what its redirects had to do with it. */
function look(ground: Ground, asked: Asked, here: URL, left: number, isFirst: boolean): Look {
  let isTried = false;
  const plain = answer(ground, asked, () => {
    isTried = true;
  });
  const outcome = decide(ground, asked);
  const isRound = plain.kind === 'redirect' && outcome.kind !== 'redirect';
  const host = ground.sites.host(labelOf(asked.host));
  const request = readRequestPath(asked.url);
  const located = host?.kind === 'home' && request ? locate(host, request.path) : null;
  const sentTo =
    outcome.kind === 'redirect'
      ? {
          by: outcome.by,
          target: outcome.target,
          url: URL.parse(outcome.target, here)?.href ?? outcome.target,
        }
      : null;
  const why = host?.kind === 'home' ? whyOf(ground, host, located, outcome, isTried) : otherWhy(outcome);
  // Where none are asked, they matter only to whoever wonders why theirs was not.
  const rules = located && (isTried || isFirst) ? tried() : null;
  const status =
    outcome.kind === 'redirect' ? 302 : /^(?:missing|no-project)$/.test(outcome.kind) ? 404 : 200;
  const round = isRound ? roundOf(ground, here, plain.target) : undefined;
  return { step: { url: here.href, status, why, rules, sentTo }, outcome, round };

  function tried(): TriedRules | null {
    if (!located || !request) return null;
    const { id, slug, name } = located.project;
    const order = ground.sites.redirects(id);
    const page = askedPage(asked, request, located);
    const winner = isTried ? order.first(page)?.at : undefined;
    const win = isRound ? 'round' : 'matched';
    const all = redirectTrials(order.rules, page, { winner, win, asked: isTried });
    const trials = mostTelling(all, left);
    return { project: { slug, name }, asked: isTried, trials, leftOut: all.length - trials.length };
  }
}

function askedOf({ host, pathname, search }: URL): Asked {
  return { host, url: pathname + search };
}

/** At most so many: those that match before those that do not. */
function mostTelling(all: readonly RedirectTrial[], most: number): readonly RedirectTrial[] {
  if (all.length <= most) return all;
  const matching = all.filter(({ outcome }) => outcome !== 'none').slice(0, most);
  const others = all.filter(({ outcome }) => outcome === 'none').slice(0, most - matching.length);
  const told = new Set([...matching, ...others]);
  return all.filter((trial) => told.has(trial));
}

/** The way that redirects would lead, up to where it closes. */
function roundOf(ground: Ground, start: URL, target: string): TraceEnd {
  const urls = [start.href];
  const seen = new Set([start.host + start.pathname]);
  let here = URL.parse(target, start);
  while (here && urls.length <= MAX_STEPS) {
    urls.push(here.href);
    const place = here.host + here.pathname;
    if (seen.has(place)) return { kind: 'loop', urls };
    seen.add(place);
    const next = answer(ground, askedOf(here));
    here = next.kind === 'redirect' ? URL.parse(next.target, here) : null;
  }
  return { kind: 'endless', urls };
}

function endOf(outcome: Exclude<Outcome, { kind: 'redirect' }>, url: string): TraceEnd {
  if (outcome.kind === 'file') return { kind: outcome.saveAs === undefined ? 'page' : 'download', url };
  if (outcome.kind === 'robots' || outcome.kind === 'sitemap') return { kind: 'page', url };
  return { kind: outcome.kind, url };
}

function otherWhy(outcome: Outcome): string {
  if (outcome.kind === 'redirect' && outcome.by === 'system') return SYSTEM_WORDS[outcome.rule];
  return "No project's documentation answers at this host.";
}

function whyOf(
  ground: Ground,
  host: DocsHome,
  located: Located | null,
  outcome: Outcome,
  isTried: boolean,
): string {
  if (outcome.kind === 'redirect' && outcome.by === 'system') return SYSTEM_WORDS[outcome.rule];
  if (outcome.kind === 'robots' || outcome.kind === 'sitemap') return 'The host answers this by itself.';
  if (outcome.kind === 'file') {
    return outcome.saveAs === undefined
      ? 'A page is there. Redirects are tried only where none is.'
      : 'A download is there.';
  }
  if (!located || !isTried) return 'No page can have this path, so no redirect is tried.';
  return `${whyNoPage(ground, host, located)}, so the redirects are tried.`;
}

function whyNoPage(ground: Ground, host: DocsHome, located: Located): string {
  const { project, versionSlug, language, defaultSlug } = located;
  const slug = versionSlug ?? (language === null && project.singleVersion ? defaultSlug : null);
  if (slug === null) return 'No version is named';
  const version = versionOf(ground.sites, host, located);
  const name = slug.length > 40 ? `${slug.slice(0, 39)}…` : slug;
  if (!version) return `${project.name} has no version \`${name}\``;
  if (version.pagesBuild !== null) return `No such page in \`${name}\``;
  return version.active ? `\`${name}\` has no pages here yet` : `\`${name}\` is switched off`;
}
