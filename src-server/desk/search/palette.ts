import { z } from 'zod';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { ProjectState } from '../../model/projects/project-list.ts';
import { procedure, router } from '../procedure.ts';

/** Something the palette goes to. */
export type PaletteResult = {
  readonly kind: 'project' | 'version' | 'person';
  readonly label: string;
  /** Beside the label: a slug, the project of a version. */
  readonly hint: string;
  /** Of the screen. */
  readonly path: string;
  /** Of projects: what can be done to them from here. */
  readonly project?: {
    readonly slug: string;
    readonly defaultVersion: string;
    readonly state: ProjectState;
    readonly lastBuilt: Timestamp | null;
  };
};

const SearchInput = z.object({ text: z.string().max(300), limit: z.int().min(1).max(50) });

/** What the command palette asks. */
export const paletteRouter = router({
  /** Projects, versions (`tide 2.4`) and people by a few letters, the best of each kind first. */
  find: procedure.input(SearchInput).query(({ ctx: { services, actor }, input }): PaletteResult[] => {
    const { projects, versions, people } = services.palette.search(actor, input.text, input.limit);
    return [
      ...projects.map(({ slug, name, defaultVersion, state, lastBuilt }) => ({
        kind: 'project' as const,
        label: name,
        hint: slug,
        path: `/projects/${slug}`,
        project: { slug, defaultVersion, state, lastBuilt },
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

  /** The project whose screen is open, for what can be done to it; null when there is none of this slug to see. */
  currentProject: procedure.input(z.string()).query(({ ctx: { services, actor }, input }) => {
    const project = services.projectList.exportRows(actor, [input])[0];
    return project
      ? { slug: project.slug, name: project.name, defaultVersion: project.defaultVersion }
      : null;
  }),
});
