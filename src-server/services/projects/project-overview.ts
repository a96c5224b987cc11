import type { JsonObject } from '../../model/builds/build.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import type { RecentBuild } from '../../store/tables/builds/recent-builds.ts';
import type { TimelineRow } from '../../store/tables/journal/timeline.ts';
import type { ProjectCounts } from '../../store/tables/projects/project-counts.ts';
import { usualDuration } from '../builds/usual-duration.ts';
import type { Actor } from '../kernel/actor.ts';
import { URL_FIELDS } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from './project-records.ts';

/** The facts that a project's screen shows around its tabs. */
export type ProjectOverview = {
  readonly project: ProjectRecord;
  readonly counts: ProjectCounts;
  /** Newest first. */
  readonly lastBuilds: readonly RecentBuild[];
  /** Typical duration of a successful build in seconds; null while unknown. */
  readonly usualDuration: number | null;
};

/** A change of a project, with the name of what changed. */
export type TimelineEntry = TimelineRow & {
  /** Its present or last name; null for the project itself. */
  readonly subject: string | null;
};

const LAST_BUILDS = 5;

/** Creates the service of a project's overview and history, for its maintainers. */
export function createProjectOverview(context: ServiceContext) {
  const { store, access, completeOne } = context;

  /** Reads the name of a subject from the fields of the entry itself. */
  function nameInPayload({ before, after }: TimelineRow): string | undefined {
    for (const key of [
      'verboseName',
      'name',
      'child',
      'alias',
      'username',
      'fromUrl',
      'slug',
      'version',
      'type',
    ]) {
      const name = after?.[key] ?? before?.[key];
      if (typeof name === 'string' && name !== '') return name;
    }
    return undefined;
  }

  function subjectOf(entry: TimelineRow, versions: ReadonlyMap<number, string>): string | null {
    const { action, subjectId } = entry;
    const kind = action.split('.')[0];
    if (kind === 'project' && !action.endsWith('-maintainer')) return null;
    if (subjectId === null) return null;
    // The present name wins over the entry's, because an update names only the fields that it changed.
    if (kind === 'version' || kind === 'build')
      return versions.get(subjectId) ?? nameInPayload(entry) ?? null;
    if (kind === 'redirect') {
      const redirect = store.redirects.byId(subjectId);
      return redirect ? redirect.fromUrl || redirect.type : (nameInPayload(entry) ?? null);
    }
    if (kind === 'environment-variable') {
      return store.environmentVariables.byId(subjectId)?.name ?? nameInPayload(entry) ?? null;
    }
    return nameInPayload(entry) ?? null;
  }

  /** Looks up the name by the id of the version or build. */
  function versionNames(entries: readonly TimelineRow[], kind: 'version' | 'build'): [number, string][] {
    const ids = entries.flatMap(({ action, subjectId }) =>
      action.startsWith(`${kind}.`) && subjectId !== null ? [subjectId] : [],
    );
    if (kind === 'version') return store.versions.byIds(ids).map(({ id, verboseName }) => [id, verboseName]);
    return store.buildHistory.summaries([...new Set(ids)]).map(({ id, versionSlug }) => [id, versionSlug]);
  }

  return {
    /** @throws NotFound @throws Forbidden */
    get(actor: Actor, projectSlug: string): ProjectOverview {
      return store.read(() => {
        const entry = access.maintainedProject(actor, projectSlug);
        const { id } = entry.project;
        return {
          project: completeOne(actor, entry),
          counts: store.projectCounts.of(id),
          lastBuilds: store.recentBuilds.ofProjects([id], LAST_BUILDS).get(id) ?? [],
          usualDuration: usualDuration(store, id),
        };
      });
    },

    /**
     * Lists what happened to a project before the entry with the id `before` (undefined: until now), newest first.
     * @throws NotFound @throws Forbidden
     */
    timeline(
      actor: Actor,
      projectSlug: string,
      before: number | undefined,
      limit: number,
    ): readonly TimelineEntry[] {
      return store.read(() => {
        const { id } = access.maintained(actor, projectSlug);
        const entries = store.timeline.ofProject(id, before ?? Number.MAX_SAFE_INTEGER, limit);
        const names = {
          version: new Map(versionNames(entries, 'version')),
          build: new Map(versionNames(entries, 'build')),
        };
        return entries.map((entry) => ({
          ...entry,
          before: withoutPasswords(entry.before),
          after: withoutPasswords(entry.after),
          subject: subjectOf(entry, entry.action.startsWith('build.') ? names.build : names.version),
        }));
      });
    },
  };
}

export type ProjectOverviewService = ReturnType<typeof createProjectOverview>;

/** Returns the fields of a change with the passwords of repository URLs removed. */
function withoutPasswords(fields: JsonObject | null): JsonObject | null {
  if (!fields) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      URL_FIELDS.has(key) && typeof value === 'string' ? redactCredentials(value) : value,
    ]),
  );
}
