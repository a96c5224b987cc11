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

/** A project that is no translation, with its translations. */
export type DocsFamily = {
  readonly main: HostedProject;
  /** By language, without the main project's own. */
  readonly translations: ReadonlyMap<string, HostedProject>;
};

/** What answers on a host of documentation. */
export type DocsHost =
  | {
      readonly kind: 'home';
      readonly family: DocsFamily;
      /** The slug of the version that this host is for, where it is a pull request's (behaviour.md 14). */
      readonly pullRequest: string | null;
      readonly byAlias: ReadonlyMap<string, DocsFamily>;
      /** The subprojects by their own slugs, the second way to name one. */
      readonly bySlug: ReadonlyMap<string, DocsFamily>;
    }
  /** A subproject's or translation's own host: its pages are on another. */
  | {
      readonly kind: 'moved';
      /** The first label of the host where they are. */
      readonly label: string;
      readonly project: HostedProject;
      /** The default version's slug, on a pull request's host that one's. */
      readonly defaultVersion: string;
    };

/** What hosting asks of the data; all of it remembered until it changes, since every page asks. */
export type DocsSites = {
  /** null where no project answers under that label (lower case). */
  readonly host: (label: string) => DocsHost | null;
  /** A project's versions by slug, whatever their state, pull requests too. */
  readonly versions: (projectId: number) => ReadonlyMap<string, Version>;
  /** A project's redirects, in its order. */
  readonly redirects: (projectId: number) => RedirectIndex<ListedRule>;
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
/** So many hosts and projects are remembered at once. */
const CACHE_SIZE = 1000;
const PULL_REQUEST = /^(.+)--(\d+)$/;
const ALL_ITEMS = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Which pages are where (behaviour.md 14). */
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

  function hostOf(actor: Actor, projectId: number, pullRequest: string | null): DocsHost | null {
    const top = store.docsSite.hostProject(projectId);
    // A top project whose own pages are elsewhere would only send readers on, perhaps back to here.
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
    const label = pullRequest === null ? hostLabel(top.slug) : `${hostLabel(top.slug)}--${pullRequest}`;
    return { kind: 'moved', label, project, defaultVersion: pullRequest ?? project.defaultVersion };
  }

  return {
    /** The sites as this actor sees them: what is private is there for those only who may see it. Call it once a reader. */
    visibleTo(actor: Actor): DocsSites {
      return {
        host: store.memoize(
          CACHE_SIZE,
          (label: string) =>
            store.read(() => {
              const id = store.docsSite.projectIdByLabel(label);
              if (id !== undefined) return hostOf(actor, id, null);
              const [, slug, number = ''] = PULL_REQUEST.exec(label) ?? [];
              const owner = slug === undefined ? undefined : store.docsSite.projectIdByLabel(slug);
              return owner === undefined ? null : hostOf(actor, owner, number);
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
        isPublic: (project, version) =>
          access.canSeeProject(anonymous, project) && access.canSeePages(anonymous, version),
      };
    },
  };
}

export type DocsSiteService = ReturnType<typeof createDocsSite>;
