import { effectiveDefaultBranch } from '../../model/projects/project.ts';
import { compareVersionNames, stableVersion } from '../../model/versions/stable-version.ts';
import { STABLE, type Version } from '../../model/versions/version.ts';
import type { RecentBuild } from '../../store/tables/builds/recent-builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A version as a row of the version list. */
export type VersionRow = Version & {
  /** Whether the root of the documentation leads to this version. */
  readonly isDefault: boolean;
  /** The slug of the version that `stable` follows now; null for others. */
  readonly follows: string | null;
  readonly lastBuild: RecentBuild | null;
};

/** All versions of a project. */
export type VersionList = {
  readonly counts: { readonly all: number; readonly active: number; readonly built: number };
  /** In the order of the dashboard: default branch, latest, stable, releases from the highest, the rest (behaviour.md 8). */
  readonly rows: readonly VersionRow[];
};

/** State of a version in a project; null when it does not exist there. */
export type MatrixCell = {
  readonly active: boolean;
  readonly built: boolean;
  /** Whether its pages are served here. */
  readonly served: boolean;
} | null;

/** Shows which versions exist in which language. */
export type LanguageMatrix = {
  readonly versions: readonly { readonly slug: string; readonly name: string }[];
  /** The main project first, then its translations by language. */
  readonly languages: readonly {
    readonly slug: string;
    readonly name: string;
    readonly language: string;
    /** In the order of `versions`. */
    readonly cells: readonly MatrixCell[];
  }[];
};

/** Creates the list of a project's versions and the matrix over its translations, for maintainers. */
export function createVersionList(context: ServiceContext) {
  const { store, access } = context;
  return {
    /** @throws NotFound @throws Forbidden */
    get(actor: Actor, projectSlug: string): VersionList {
      return store.read(() => {
        const { project, effectiveDefaultVersion } = access.maintainedProject(actor, projectSlug);
        const versions = store.versions.ofProject(project.id).filter(({ type }) => type !== 'external');
        const last = store.recentBuilds.latestByVersion(project.id);
        const follows = stableVersion(versions)?.slug ?? null;
        const branch = effectiveDefaultBranch(project);
        versions.sort((a, b) => compareVersionNames(a.verboseName, b.verboseName, branch) || b.id - a.id);
        return {
          counts: {
            all: versions.length,
            active: versions.filter(({ active }) => active).length,
            built: versions.filter(({ built }) => built).length,
          },
          rows: versions.map((version) => ({
            ...version,
            isDefault: version.slug === effectiveDefaultVersion,
            follows: version.slug === STABLE ? follows : null,
            lastBuild: last.get(version.id) ?? null,
          })),
        };
      });
    },

    /** Returns the matrix, without translations that the actor may not see. @throws NotFound @throws Forbidden */
    languages(actor: Actor, projectSlug: string): LanguageMatrix {
      return store.read(() => {
        const main = access.maintained(actor, projectSlug);
        const translations = store.translations
          .of(main.id)
          .filter((project) => access.canSeeProject(actor, project));
        const projects = [main, ...translations];
        const cells = store.projectCounts.matrixCells(projects.map(({ id }) => id));
        const names = new Map(cells.map(({ slug, name }) => [slug, name]));
        const branch = effectiveDefaultBranch(main);
        const versions = [...names]
          .map(([slug, name]) => ({ slug, name }))
          .sort((a, b) => compareVersionNames(a.name, b.name, branch) || (a.slug < b.slug ? -1 : 1));
        const found = new Map(cells.map((cell) => [`${cell.projectId} ${cell.slug}`, cell]));
        return {
          versions,
          languages: projects.map(({ id, slug, name, language }) => ({
            ...{ slug, name, language },
            cells: versions.map((version) => {
              const cell = found.get(`${id} ${version.slug}`);
              if (!cell) return null;
              const { active, built, pagesBuild } = cell;
              return { active, built, served: pagesBuild !== null };
            }),
          })),
        };
      });
    },
  };
}

export type VersionListService = ReturnType<typeof createVersionList>;
