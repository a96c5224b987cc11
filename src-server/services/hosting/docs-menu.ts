import { readSettings } from '../../model/settings/settings.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { anonymous } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { VersionRecord, VersionsService } from '../versions/versions.ts';
import type { AskedPage } from './docs-host-api.ts';

/** What the menu of a page shows. */
export type DocsMenu = {
  readonly project: ProjectRecord;
  /** By their languages; `version` is null where the translation does not have the current one. */
  readonly translations: readonly {
    readonly project: ProjectRecord;
    readonly version: VersionRecord | null;
  }[];
  readonly current: VersionRecord | null;
  readonly versions: readonly VersionRecord[];
  /** The build of the pages that are served. */
  readonly build: BuildEntry | null;
};

/** Creates the service that completes the menus of pages, as anybody may see them: without passwords in addresses. */
export function createDocsMenu({ store, complete }: ServiceContext, versions: VersionsService) {
  const addsScript = store.memoize(1, (_: 'all') => readSettings(store.settings.all()).pageMenus);

  return {
    /** Whether pages that ask for the data of their menu get the script for it. */
    addsScript: () => addsScript('all'),

    /** Completes the menu of a page; undefined when its project is gone. The caller has left out what the reader may not see. */
    get({ projectId, version, versions: listed, translations }: AskedPage): DocsMenu | undefined {
      return store.read(() => {
        const records = new Map(
          complete(
            anonymous,
            store.projects.byIds([projectId, ...translations.map((each) => each.projectId)]),
          ).map((record) => [record.project.id, record]),
        );
        const project = records.get(projectId);
        if (!project) return undefined;
        const build = version?.pagesBuild == null ? undefined : store.builds.byId(version.pagesBuild);
        return {
          project,
          translations: translations
            .flatMap(({ projectId: id, version: same }) => {
              const record = records.get(id);
              return record ? [{ project: record, version: same && versions.record(record, same) }] : [];
            })
            .sort((one, other) => (one.project.project.language < other.project.project.language ? -1 : 1)),
          current: version && versions.record(project, version),
          versions: listed.map((each) => versions.record(project, each)),
          build: build ?? null,
        };
      });
    },
  };
}

export type DocsMenuService = ReturnType<typeof createDocsMenu>;
