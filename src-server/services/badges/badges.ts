import { anonymous } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

export type BadgeStatus = 'passing' | 'failing' | 'unknown';

/** Build badges, which anybody may read. */
export function createBadges({ store, access }: ServiceContext) {
  return {
    /**
     * How the newest finished build of the version ended. `versionSlug` undefined stands for the default version.
     * What is private, missing or never built is `unknown`, so that a badge tells nobody what exists.
     */
    status(projectSlug: string, versionSlug: string | undefined): BadgeStatus {
      const entry = store.projects.bySlug(projectSlug);
      if (!entry || !access.canSeeProject(anonymous, entry.project)) return 'unknown';
      const version = store.versions.bySlug(entry.project.id, versionSlug ?? entry.effectiveDefaultVersion);
      if (!version || !access.canSeeVersion(anonymous, version)) return 'unknown';
      const [build] = store.builds.ofVersion(version.id, { running: false }, { limit: 1, offset: 0 }).items;
      if (!build) return 'unknown';
      return build.success ? 'passing' : 'failing';
    },
  };
}

export type BadgesService = ReturnType<typeof createBadges>;
