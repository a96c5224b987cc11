import { scriptName } from '../../model/builds/build-script.ts';
import type { LessonCheck, RequestCheck } from '../../model/lessons/lesson.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import type { TraceRedirects } from '../../model/redirects/redirect-trace.ts';
import type { Term } from '../../model/requests/request-filter.ts';
import type { Store } from '../../store/open-store.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { DocsDomain } from '../projects/project-records.ts';
import type { RequestsService } from '../requests/requests.ts';

/** How many requests are looked at in one go. */
const REQUESTS_AT_ONCE = 500;
const MAX_BUILDS = 200;
const MAX_REDIRECTS = 1_000;

type Options = {
  readonly store: Store;
  readonly requests: Pick<RequestsService, 'list'>;
  readonly docsDomain: DocsDomain;
  readonly tracePage: TraceRedirects | undefined;
};

/** Whether a step is done; `from` is the request that did it, and later steps look after it. */
export type CheckResult = { readonly isDone: boolean; readonly from: number };

/** Evaluates what steps wait for, against what is stored and the log of requests. */
export function createLessonChecks({ store, requests, docsDomain, tracePage }: Options) {
  const actor: Actor = systemActor('desk');
  const projectOf = (slug: string) => store.projects.bySlug(slug)?.project;

  async function findRequests(check: RequestCheck, since: number): Promise<CheckResult> {
    const filter = termsOf(check);
    const matches = pathMatcher(check.path);
    let left = check.count;
    let last = since;
    for (;;) {
      const rows = await requests.list(actor, { filter, since: last, limit: REQUESTS_AT_ONCE });
      for (const { id, path } of rows) {
        last = id;
        if (matches(path)) left -= 1;
        if (left === 0) return { isDone: true, from: id };
      }
      if (rows.length < REQUESTS_AT_ONCE) return { isDone: false, from: since };
    }
  }

  /** Whether what is stored is as a check wants it. */
  function isStored({ project, version, build, redirect }: LessonCheck): boolean {
    if (project) {
      const found = projectOf(project.slug);
      return (
        found !== undefined &&
        (project.script === undefined || scriptName(found.builder) === project.script) &&
        (project.default_version === undefined || found.defaultVersion === project.default_version)
      );
    }
    if (version) {
      const owner = projectOf(version.project);
      const found = owner && store.versions.bySlug(owner.id, version.slug);
      return (
        found !== undefined && isSame(version.active, found.active) && isSame(version.built, found.built)
      );
    }
    if (build) {
      const owner = projectOf(build.project);
      if (!owner) return false;
      const { items } = store.builds.ofProject(owner.id, {}, { limit: MAX_BUILDS, offset: 0 });
      return items.some(
        ({ versionSlug, state, success }) =>
          isSame(build.version, versionSlug) && isSame(build.state, state) && isSame(build.success, success),
      );
    }
    const owner = redirect && projectOf(redirect.project);
    if (!owner) return false;
    const { items } = store.redirects.ofProject(owner.id, { limit: MAX_REDIRECTS, offset: 0 });
    return items.some(
      ({ type, fromUrl, toUrl }) =>
        isSame(redirect.type, type) && isSame(redirect.from, fromUrl) && isSame(redirect.to, toUrl),
    );
  }

  async function answersPage(page: NonNullable<LessonCheck['page']>): Promise<boolean> {
    if (!tracePage || !projectOf(page.project)) return false;
    const host = `${hostLabel(page.project)}.${docsDomain()}`;
    const { steps } = await tracePage({ host, url: page.path });
    return steps[0]?.status === page.status;
  }

  return {
    /** Says whether a check holds, counting requests after `since`. A question never holds by itself. */
    async evaluate(check: LessonCheck, since: number): Promise<CheckResult> {
      if (check.request) return findRequests(check.request, since);
      if (check.question) return { isDone: false, from: since };
      if (check.page) return { isDone: await answersPage(check.page), from: since };
      return { isDone: isStored(check), from: since };
    },
  };
}

export type LessonChecks = ReturnType<typeof createLessonChecks>;

function isSame<T>(wanted: T | undefined, found: T): boolean {
  return wanted === undefined || wanted === found;
}

/** Returns the part of a check that the log can look for by itself. */
function termsOf({ method, path, status, client }: RequestCheck): Term[] {
  const literal = (path ?? '').split('*').reduce((a, b) => (b.length > a.length ? b : a), '');
  const group = typeof status === 'string' ? Number(status[0]) * 100 : undefined;
  return [
    ...(method === undefined ? [] : [{ kind: 'method', methods: [method], isNegated: false } as const]),
    ...(literal === '' ? [] : [{ kind: 'path', text: literal, isNegated: false } as const]),
    ...(client === undefined ? [] : [{ kind: 'client', text: client, isNegated: false } as const]),
    ...(typeof status === 'number'
      ? [{ kind: 'status', from: status, to: status, isNegated: false } as const]
      : []),
    ...(group === undefined
      ? []
      : [{ kind: 'status', from: group, to: group + 99, isNegated: false } as const]),
  ];
}

/** Compares whole paths, without the query; `*` stands for one part. */
function pathMatcher(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const wanted = pattern.split('/');
  return (path) => {
    const parts = (path.split('?', 1)[0] ?? '').split('/');
    return (
      parts.length === wanted.length &&
      wanted.every((each, index) => each === parts[index] || (each === '*' && parts[index] !== ''))
    );
  };
}
