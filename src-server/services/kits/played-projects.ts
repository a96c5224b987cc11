import type { Kit, PlayedProjects } from '../../model/kits/kit.ts';
import { seedSlug } from '../seeds/seed-rows.ts';
import type { KitEnvironment } from './kit-repositories.ts';

/** Lets the projects of a kit build with the programs that are installed here; scripts play those without. */
export async function withTools(
  kit: Kit,
  hasProgram: KitEnvironment['hasProgram'] | undefined,
): Promise<{ readonly kit: Kit; readonly played: PlayedProjects }> {
  const missing = new Set<string>();
  const slugs: string[] = [];
  const projects = [...kit.seed.projects];
  for (const [index, program] of kit.playedWithout) {
    const project = projects[index];
    if (!project) continue;
    const { builder: _, ...built } = project;
    if (hasProgram === undefined || (await hasProgram(program))) projects[index] = built;
    else {
      missing.add(program);
      slugs.push(seedSlug(project));
    }
  }
  return { kit: { ...kit, seed: { ...kit.seed, projects } }, played: { slugs, missing: [...missing] } };
}

/** Returns the slugs of the projects that a repository of the kit and no script builds. */
export function buildableSlugs({ seed, repositoryOf }: Kit): string[] {
  return [...repositoryOf.keys()].flatMap((index) => {
    const project = seed.projects[index];
    return project && project.builder === undefined ? [seedSlug(project)] : [];
  });
}
