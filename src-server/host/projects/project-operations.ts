// What commands ask about projects, over the services.
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { ProjectDetailsBody } from '../../model/projects/project.ts';
import { readProjectKey } from '../../model/projects/project-keys.ts';
import type { ProjectOperations } from '../../model/projects/project-operations.ts';
import type { Version } from '../../model/versions/version.ts';
import type { TriggeredBuild } from '../../services/builds/builds.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import { followBuild } from './follow-build.ts';

type Parts = {
  readonly services: Services;
  readonly actor: Actor;
  /** Aborted when nobody waits any more; the build goes on. */
  readonly signal?: AbortSignal;
};

/** How many versions a message names. */
const MAX_NAMED = 10;
const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates what commands call about projects, in the name of an actor. */
export function createProjectOperations({ services, actor, signal }: Parts): ProjectOperations {
  function requireProject(slug: string): ProjectRecord {
    try {
      return services.projects.get(actor, slug);
    } catch (error) {
      throw error instanceof NotFound ? new NotFound(`There is no project "${slug}".`) : error;
    }
  }

  function versionsOf(project: string): readonly Version[] {
    return services.versions.list(actor, project, {}, ALL, false).items.map(({ version }) => version);
  }

  function requireVersion(project: string, slug: string): void {
    const versions = versionsOf(project);
    if (versions.some((version) => version.slug === slug)) return;
    throw new NotFound(`${project} has no version "${slug}". ${formatVersions(versions)}`);
  }

  function trigger(project: string, version: string, isFromScratch: boolean): TriggeredBuild {
    try {
      return services.builds.trigger(actor, project, version, { isFromScratch });
    } catch (error) {
      throw error instanceof NotFound ? new NotFound(`${project} has no version "${version}".`) : error;
    }
  }

  return {
    async set({ project, key, value, version }) {
      const change = readProjectKey(key, value);
      requireProject(project);
      const versions: string[] = [];
      if ('trusted' in change) {
        if (change.trusted) services.buildTrust.allow(actor, project);
        else services.buildTrust.revoke(actor, project);
      } else if ('fastRebuild' in change) {
        if (version !== undefined) requireVersion(project, version);
        const all = versionsOf(project).map(({ slug }) => slug);
        versions.push(...(version === undefined ? all : [version]));
        for (const slug of versions)
          services.versions.update(actor, project, slug, { fast_rebuild: change.fastRebuild });
      } else {
        const body = parseBody(ProjectDetailsBody, change.fields);
        // The API takes any text; a person who types a slug means a version.
        if (body.default_version !== undefined) requireVersion(project, body.default_version);
        services.projects.update(actor, project, body);
      }
      return { project, key, value, versions };
    },

    async build({ project, version, waits, isFromScratch }, progress) {
      const record = requireProject(project);
      const wanted = version ?? record.effectiveDefaultVersion;
      const reason = services.buildTrust.unbuildableReason(record.project);
      if (reason !== undefined) throw new Conflict(reason);
      const { build } = trigger(project, wanted, isFromScratch);
      if (waits) await followBuild({ services, actor, id: build.id, progress, signal });
      const { state, success, error, duration } = services.buildLog.get(actor, build.id);
      return { build: build.id, project, version: wanted, state, success, error, duration };
    },
  };
}

/** Names the versions of a project, those with pages first. */
function formatVersions(versions: readonly Version[]): string {
  const first = versions.toSorted((one, other) => Number(other.active) - Number(one.active));
  const named = first.slice(0, MAX_NAMED).map(({ slug }) => slug);
  if (named.length === 0) return 'It has none yet.';
  const more = versions.length - named.length;
  return `It has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
