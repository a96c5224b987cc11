import { z } from 'zod';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { ProjectState } from '../../model/projects/project-list.ts';
import { procedure, router } from '../procedure.ts';

/** A result that the palette can open. */
export type PaletteResult = {
  readonly kind: 'project' | 'version' | 'person';
  readonly label: string;
  /** Shown beside the label: a slug, or the project of a version. */
  readonly hint: string;
  /** Path of the screen. */
  readonly path: string;
  /** For projects: what the commands on them need. */
  readonly project?: {
    readonly slug: string;
    readonly defaultVersion: string;
    /** Whether there is nothing to build of it here. */
    readonly isRecord: boolean;
    readonly state: ProjectState;
    readonly lastBuilt: Timestamp | null;
  };
};

const SearchInput = z.object({ text: z.string().max(300), limit: z.int().min(1).max(50) });

/** Search of the command palette. */
export const paletteRouter = router({
  /** Finds projects, versions (`tide 2.4`) and people by a few letters, the best of each kind first. */
  find: procedure.input(SearchInput).query(({ ctx: { services, actor }, input }): PaletteResult[] => {
    const { projects, versions, people } = services.palette.search(actor, input.text, input.limit);
    const records = services.buildTrust.unbuildable(projects.map(({ slug }) => slug));
    return [
      ...projects.map(({ slug, name, defaultVersion, state, lastBuilt }) => ({
        kind: 'project' as const,
        label: name,
        hint: slug,
        path: `/projects/${slug}`,
        project: { slug, defaultVersion, isRecord: records.has(slug), state, lastBuilt },
      })),
      ...versions.map(({ project, projectName, version, name }) => ({
        kind: 'version' as const,
        label: name,
        hint: projectName,
        path: `/projects/${project}/versions?text=${encodeURIComponent(version)}`,
      })),
      ...people.map((username) => ({
        kind: 'person' as const,
        label: username,
        hint: '',
        path: `/people/${encodeURIComponent(username)}`,
      })),
    ];
  }),

  /** Returns the project of the open screen, for its commands; null when the caller sees none with this slug. */
  currentProject: procedure.input(z.string()).query(({ ctx: { services, actor }, input }) => {
    const project = services.projectList.exportRows(actor, [input])[0];
    if (!project) return null;
    const { slug, name, defaultVersion } = project;
    return { slug, name, defaultVersion, isRecord: services.buildTrust.unbuildable([slug]).has(slug) };
  }),
});
