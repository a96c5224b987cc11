import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { anonymous } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { VersionRecord, VersionsService } from '../versions/versions.ts';
import type { AskedPage } from './docs-host-api.ts';

/** What the menu of a page shows. */
export type DocsMenu = {
  readonly project: ProjectRecord;
  readonly translations: readonly ProjectRecord[];
  readonly current: VersionRecord | null;
  readonly versions: readonly VersionRecord[];
  /** The build of the pages that are served. */
  readonly build: BuildEntry | null;
};

/** Creates the service that completes the menus of pages, as anybody may see them: without passwords in addresses. */
export function createDocsMenu({ store, complete }: ServiceContext, versions: VersionsService) {
  return {
    /** Completes the menu of a page; undefined when its project is gone. The caller has left out what the reader may not see. */
    get({ projectId, version, versions: listed, translationIds }: AskedPage): DocsMenu | undefined {
      return store.read(() => {
        const [project, ...translations] = complete(
          anonymous,
          store.projects
            .byIds([projectId, ...translationIds])
            .sort(
              (one, other) => Number(other.project.id === projectId) - Number(one.project.id === projectId),
            ),
        );
        if (project?.project.id !== projectId) return undefined;
        const build = version?.pagesBuild == null ? undefined : store.builds.byId(version.pagesBuild);
        return {
          project,
          translations,
          current: version && versions.record(project, version),
          versions: listed.map((each) => versions.record(project, each)),
          build: build ?? null,
        };
      });
    },
  };
}

export type DocsMenuService = ReturnType<typeof createDocsMenu>;
