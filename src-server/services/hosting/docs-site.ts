import type { Timestamp } from '../../model/base/timestamp.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import { createRedirectIndex, type RedirectIndex } from '../../model/redirects/redirect-index.ts';
import type { ListedRule } from '../../model/redirects/redirect-trace.ts';
import type { Version } from '../../model/versions/version.ts';
import type { TableChange } from '../../store/engine/watcher.ts';
import type { Store } from '../../store/open-store.ts';
import type { HostedProject } from '../../store/tables/projects/docs-site.ts';
import type { Access } from '../kernel/access.ts';
import { type Actor, anonymous } from '../kernel/actor.ts';

export type { HostedProject } from '../../store/tables/projects/docs-site.ts';

/** A main project with its translations. */
export type DocsFamily = {
  readonly main: HostedProject;
  /** By language, without the main project's own. */
  readonly translations: ReadonlyMap<string, HostedProject>;
};

/** The site at a documentation host. */
export type DocsHost =
  | {
      readonly kind: 'home';
      readonly family: DocsFamily;
      /** On a pull request's host, the slug of its version (behaviour.md 14). */
      readonly pullRequest: string | null;
      readonly byAlias: ReadonlyMap<string, DocsFamily>;
      /** The subprojects by their slugs, which may also stand for the alias. */
      readonly bySlug: ReadonlyMap<string, DocsFamily>;
    }
  /** The own host of a subproject or translation, whose pages are on another host. */
  | {
      readonly kind: 'moved';
      /** The first label of that other host. */
      readonly label: string;
      readonly project: HostedProject;
      /** Slug of the default version; on a pull request's host, of its version. */
      readonly defaultVersion: string;
    };

/** The data that hosting reads; cached until it changes, since every page needs it. */
export type DocsSites = {
  /** Finds the site of a label (lower case); null without a project. */
  readonly host: (label: string) => DocsHost | null;
  /** Gives a project's versions by slug, in any state, pull requests included. */
  readonly versions: (projectId: number) => ReadonlyMap<string, Version>;
  /** Gives a project's redirects, in its order. */
  readonly redirects: (projectId: number) => RedirectIndex<ListedRule>;
  /** Gives when a build was made; undefined when its record is gone. */
  readonly builtAt: (buildId: number) => Timestamp | undefined;
  /** Whether anybody may read the pages of this version of this project. */
  readonly isPublic: (project: HostedProject, version: Version) => boolean;
};

const HOST_DEPENDENCIES: readonly TableChange[] = [
  'projects.rows',
  'projects.values',
  'subprojects.rows',
  'versions.rows',
  'versions.values',
];
const VERSION_DEPENDENCIES: readonly TableChange[] = [
  'projects.rows',
  'projects.values',
  'versions.rows',
  'versions.values',
];
const REDIRECT_DEPENDENCIES: readonly TableChange[] = ['projects.rows', 'redirects.rows'];
/** Hosts and projects cached at once. */
const CACHE_SIZE = 1000;
const PULL_REQUEST = /^(.+)--(.+)$/;
const ALL_ITEMS = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates the service that tells which pages are at which host (behaviour.md 14). */
export function createDocsSite({ store, access }: { readonly store: Store; readonly access: Access }) {
  function familiesOf(actor: Actor, topId: number): DocsFamily[] {
    const families = new Map<number, { main: HostedProject; translations: Map<string, HostedProject> }>();
    const members = store.docsSite
      .hostedProjects(topId)
      .filter((member) => access.canSeeProject(actor, member));
    for (const member of members) {
      if (member.id === member.mainId) families.set(member.id, { main: member, translations: new Map() });
    }
    for (const member of members) {
      const family = families.get(member.mainId);
      if (!family || member.id === member.mainId || member.language === family.main.language) continue;
      family.translations.set(member.language, member);
    }
    return [...families.values()];
  }

  /**
   * Finds the slug of the pull request that a host's name ends with: its slug or, where a branch or tag has that, its
   * number (behaviour.md 8 and 14). Any number names one, so that closed pull requests have a 404 page.
   */
  function pullRequestSlug(actor: Actor, projectId: number, name: string): string | undefined {
    const members = new Set([projectId, ...store.docsSite.hostedProjects(projectId).map(({ id }) => id)]);
    const found = [...members]
      .flatMap((id) => store.versions.ofProject(id))
      .filter((version) => version.type === 'external' && access.canSeePages(actor, version));
    const version =
      found.find(({ slug }) => slug === name) ??
      found.find(({ verboseName }) => verboseName === name) ??
      found.find(({ slug }) => hostLabel(slug) === name);
    return version?.slug ?? (/^\d+$/.test(name) ? name : undefined);
  }

  function hostOf(actor: Actor, projectId: number, pullRequest: string | null): DocsHost | null {
    const top = store.docsSite.hostProject(projectId);
    // A top project whose own pages are elsewhere would redirect readers on, perhaps in a circle.
    const isHome = !top || top.id === projectId || store.docsSite.hostProject(top.id)?.id !== top.id;
    const families = familiesOf(actor, isHome ? projectId : top.id);
    const [family, ...children] = families;
    if (!family || family.main.id !== (isHome ? projectId : top.id)) return null;
    if (isHome) {
      return {
        kind: 'home',
        family,
        pullRequest,
        byAlias: new Map(children.map((child) => [child.main.alias ?? child.main.slug, child])),
        bySlug: new Map(children.map((child) => [child.main.slug, child])),
      };
    }
    const project = families
      .flatMap(({ main, translations }) => [main, ...translations.values()])
      .find(({ id }) => id === projectId);
    if (!project) return null;
    const end = pullRequest === null ? '' : `--${hostLabel(pullRequest)}`;
    const label = hostLabel(top.slug) + end;
    return { kind: 'moved', label, project, defaultVersion: pullRequest ?? project.defaultVersion };
  }

  return {
    /** Gives the sites without what this actor may not see. Call it once per actor: each call has caches of its own. */
    visibleTo(actor: Actor): DocsSites {
      return {
        host: store.memoize(
          CACHE_SIZE,
          (label: string) =>
            store.read(() => {
              const id = store.docsSite.projectIdByLabel(label);
              if (id !== undefined) return hostOf(actor, id, null);
              const [, slug, name = ''] = PULL_REQUEST.exec(label) ?? [];
              const owner = slug === undefined ? undefined : store.docsSite.projectIdByLabel(slug);
              const version = owner === undefined ? undefined : pullRequestSlug(actor, owner, name);
              return owner === undefined || version === undefined ? null : hostOf(actor, owner, version);
            }),
          HOST_DEPENDENCIES,
        ),
        versions: store.memoize(
          CACHE_SIZE,
          (projectId: number) => {
            const versions = store.versions
              .ofProject(projectId)
              .filter((version) => access.canSeePages(actor, version));
            return new Map(versions.map((version) => [version.slug, version]));
          },
          VERSION_DEPENDENCIES,
        ),
        redirects: store.memoize(
          CACHE_SIZE,
          (projectId: number) => createRedirectIndex(store.redirects.ofProject(projectId, ALL_ITEMS).items),
          REDIRECT_DEPENDENCIES,
        ),
        builtAt: (buildId) => store.builds.byId(buildId)?.created,
        isPublic: (project, version) =>
          access.canSeeProject(anonymous, project) && access.canSeePages(anonymous, version),
      };
    },
  };
}

export type DocsSiteService = ReturnType<typeof createDocsSite>;
