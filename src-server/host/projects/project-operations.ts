// What commands ask about projects, over the services.
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { ProjectDetailsBody } from '../../model/projects/project.ts';
import { readProjectKey } from '../../model/projects/project-keys.ts';
import type { ProjectOperations } from '../../model/projects/project-operations.ts';
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
        const { items } = services.versions.list(actor, project, {}, ALL, false);
        const all = items.map((item) => item.version.slug);
        if (version !== undefined && !all.includes(version))
          throw new NotFound(`${project} has no version "${version}".`);
        versions.push(...(version === undefined ? all : [version]));
        for (const slug of versions)
          services.versions.update(actor, project, slug, { fast_rebuild: change.fastRebuild });
      } else services.projects.update(actor, project, parseBody(ProjectDetailsBody, change.fields));
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
