import { anonymous } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

export type BadgeStatus = 'passing' | 'failing' | 'unknown';

/** Creates the service of build badges, which anybody may read. */
export function createBadges({ store, access }: ServiceContext) {
  return {
    /**
     * Gives the result of the newest finished build of a version, by default the default version; a cancelled or skipped
     * build says nothing. Private, missing and never built are all `unknown`, so that a badge does not tell what exists.
     */
    status(projectSlug: string, versionSlug: string | undefined): BadgeStatus {
      const entry = store.projects.bySlug(projectSlug);
      if (!entry || !access.canSeeProject(anonymous, entry.project)) return 'unknown';
      const version = store.versions.bySlug(entry.project.id, versionSlug ?? entry.effectiveDefaultVersion);
      if (!version || !access.canSeeVersion(anonymous, version)) return 'unknown';
      const success = store.builds.lastResult(version.id);
      if (success === undefined) return 'unknown';
      return success ? 'passing' : 'failing';
    },
  };
}

export type BadgesService = ReturnType<typeof createBadges>;
