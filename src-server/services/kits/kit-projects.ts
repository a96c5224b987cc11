import { scriptName } from '../../model/builds/build-script.ts';
import type { Kit, PlayedProjects } from '../../model/kits/kit.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import { withoutProjects } from '../seeds/missing-projects.ts';
import { seedSlug } from '../seeds/seed-rows.ts';
import type { KitEnvironment, PlayedWithout } from './kit-repositories.ts';

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

/** Returns how the builds of projects are played without a program, to be kept with their repositories. */
export function keptPlayedWithout({ seed, playedWithout }: Kit, { slugs }: PlayedProjects): PlayedWithout {
  const kept: PlayedWithout = {};
  for (const [index, program] of playedWithout) {
    const project = seed.projects[index];
    if (!project?.builder) continue;
    const slug = seedSlug(project);
    kept[slug] = { builder: project.builder, program, isPlayed: slugs.includes(slug) };
  }
  return kept;
}

/** Names what is here already, of which a kit brings no second one. */
export type Present = {
  readonly slugs: ReadonlySet<string>;
  readonly faults: ReadonlySet<string>;
  readonly hasLesson: (name: string) => boolean;
};

/** Returns a kit without what is here already, and without the repositories and scripts that only that needs. */
export function withoutPresent(kit: Kit, present: Present): Kit {
  const seed = withoutProjects(kit.seed, present.slugs);
  const indexes = kit.seed.projects.flatMap((project, index) =>
    present.slugs.has(seedSlug(project)) ? [] : [index],
  );
  const ofKept = <T>(byIndex: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
    new Map(
      indexes.flatMap((index, at) => {
        const value = byIndex.get(index);
        return value === undefined ? [] : [[at, value] as const];
      }),
    );
  const repositoryOf = ofKept(kit.repositoryOf);
  const repositories = new Set(repositoryOf.values());
  const scripts = new Set(seed.projects.map(({ builder }) => scriptName(builder ?? null)));
  return {
    ...kit,
    seed,
    repositoryOf,
    playedWithout: ofKept(kit.playedWithout),
    repositories: kit.repositories.filter(({ name }) => repositories.has(name)),
    scripts: new Map([...kit.scripts].filter(([name]) => scripts.has(name))),
    faults: kit.faults.filter(({ name }) => !present.faults.has(name)),
    lessons: new Map([...kit.lessons].filter(([name]) => !present.hasLesson(name))),
  };
}

/** Returns the slugs of the projects that a repository of the kit and no script builds. */
export function buildableSlugs({ seed, repositoryOf }: Kit): string[] {
  return [...repositoryOf.keys()].flatMap((index) => {
    const project = seed.projects[index];
    return project && project.builder === undefined ? [seedSlug(project)] : [];
  });
}

/** Returns the seed with the one who loads it in the place of the person that kit.yaml names. */
export function inPlaceOf({ seed, manifest: { you } }: Kit, username: string | undefined): Seed {
  if (you === undefined || username === undefined || you === username) return seed;
  const rename = (name: string) => (name === you ? username : name);
  const users = seed.users.map((user) => ({ ...user, username: rename(user.username) }));
  return {
    ...seed,
    users: users.filter(
      (user, index) => users.findIndex((other) => other.username === user.username) === index,
    ),
    projects: seed.projects.map((project) => ({
      ...project,
      users: [...new Set(project.users.map(rename))],
    })),
  };
}

/** Returns the seed with the paths of the repositories that were made of the kit. */
export function withRepositories(seed: Seed, { repositoryOf }: Kit, pathOf: (name: string) => string): Seed {
  return {
    ...seed,
    projects: seed.projects.map((project, index) => {
      const name = repositoryOf.get(index);
      return name === undefined ? project : { ...project, repository: { url: pathOf(name), type: 'git' } };
    }),
  };
}
