import type { Seed } from '../../model/seeds/seed-schema.ts';
import { seedSlug } from './seed-rows.ts';

/**
 * Returns a seed without the projects of these slugs. Relations to them are left out too: a project that is here may be
 * another one of that name, and is not changed.
 */
export function withoutProjects(seed: Seed, left: ReadonlySet<string>): Seed {
  if (left.size === 0) return seed;
  return {
    ...seed,
    projects: seed.projects
      .filter((project) => !left.has(seedSlug(project)))
      .map(({ translation_of: main, ...project }) => ({
        ...project,
        ...(main === undefined || left.has(main) ? {} : { translation_of: main }),
        subprojects: project.subprojects.filter(({ child }) => !left.has(child)),
      })),
  };
}
