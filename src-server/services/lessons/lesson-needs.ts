import { Conflict } from '../../model/base/problems.ts';
import { parseSeed } from '../../model/seeds/seed.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SeedsService } from '../seeds/seeds.ts';

type Needs = {
  readonly needs: readonly string[] /** The kit's seed file as read. */;
  readonly seed: unknown;
};

/** Loads the projects that a lesson needs and that are not there; they belong to the caller. @throws Conflict */
export async function loadNeeds(
  actor: Actor,
  { store, access }: Pick<ServiceContext, 'store' | 'access'>,
  seeds: SeedsService,
  { needs, seed }: Needs,
): Promise<void> {
  const missing = needs.filter((slug) => !store.projects.bySlug(slug));
  if (missing.length === 0) return;
  access.requireUser(actor);
  const users = [userOf(actor)?.username ?? ''];
  const projects = projectsOf(seed).filter(({ slug }) => missing.includes(slug));
  if (projects.length < missing.length)
    throw new Conflict(`The lesson needs the project ${missing[0]}, and its kit does not have it.`);
  await seeds.load(actor, parseSeed({ projects: projects.map((project) => ({ ...project, users })) }));
}

function projectsOf(seed: unknown): { readonly slug: string }[] {
  if (typeof seed !== 'object' || seed === null || !('projects' in seed)) return [];
  const { projects } = seed;
  if (!Array.isArray(projects)) return [];
  return projects.filter(
    (each: unknown): each is { readonly slug: string } =>
      typeof each === 'object' && each !== null && 'slug' in each && typeof each.slug === 'string',
  );
}
