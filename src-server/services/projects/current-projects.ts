import type {
  CurrentProjectCreateBody,
  CurrentProjectPatchBody,
} from '../../model/projects/current-project-bodies.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from './project-records.ts';
import type { ProjectsService } from './projects.ts';

/** Creates the import and the update of projects as today's service has them (live-service.md 2). */
export function createCurrentProjects(
  { store }: Pick<ServiceContext, 'store'>,
  projects: Pick<ProjectsService, 'insert' | 'update' | 'get'>,
  builds: Pick<BuildsService, 'startUnlessRefused'>,
) {
  return {
    /**
     * Imports a project under the caller, with its `latest` version and a first build, unless builds of it are off.
     * @throws NotAuthenticated @throws Invalid
     */
    create(actor: Actor, body: CurrentProjectCreateBody): ProjectRecord {
      return store.change(() => {
        const { tags, readthedocs_yaml_path: configPath, ...rest } = body;
        const { project, latest } = projects.insert(actor, {
          ...rest,
          repository: { url: body.repository.url, type: 'git' },
        });
        const more = {
          ...(tags !== undefined && { tags }),
          ...(configPath !== undefined && { readthedocs_yaml_path: configPath }),
        };
        if (Object.keys(more).length > 0) projects.update(actor, project.slug, more);
        builds.startUnlessRefused(actor, latest);
        return projects.get(actor, project.slug);
      });
    },

    /** Changes the fields of the body. @throws NotFound @throws Forbidden @throws Invalid */
    update(actor: Actor, slug: string, body: CurrentProjectPatchBody): void {
      const { external_builds_enabled: pullRequests, ...rest } = body;
      projects.update(actor, slug, {
        ...rest,
        ...(pullRequests !== undefined && { pull_request_builds: pullRequests }),
      });
    },
  };
}
