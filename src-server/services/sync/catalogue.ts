import { Conflict, Invalid, NotFound } from '../../model/base/problems.ts';
import { PROJECT_SLUG, PROJECT_SLUG_MAX } from '../../model/base/slug.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { Link } from '../../model/sync/link.ts';
import type { Remote } from '../../model/sync/remote.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type {
  CatalogueFilter,
  CatalogueProject,
  WantedProject,
} from '../../store/tables/sync/remote-catalogue.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A project as the service lists it. */
export type ListedProject = WantedProject;

/** What a project of an account becomes here: a copy, nothing, the project that has its slug, or a copy with another slug. */
export type ProjectChoice = {
  /** Its id there. */
  readonly key: number;
  readonly choice: 'pull' | 'skip' | 'link' | { readonly slug: string };
};

/** Creates what a remote keeps of the projects that its account shows. */
export function createCatalogue(
  { store, access, changes }: ServiceContext,
  get: (actor: Actor, id: number) => Remote,
) {
  function choose(actor: Actor, remoteId: number, { key, choice }: ProjectChoice): void {
    const entry = store.sync.projects.byKey(remoteId, key);
    if (!entry) throw new NotFound('The account shows no such project. Pull again, then choose.');
    const localSlug = typeof choice === 'object' ? choice.slug : null;
    if (localSlug !== null) requireFreeSlug(localSlug);
    const chosen = choice !== 'skip';
    store.sync.projects.choose({ remoteId, key, chosen, localSlug, linksExisting: choice === 'link' });
    if (chosen) wantAgain(actor, remoteId, key);
  }

  function requireFreeSlug(slug: string): void {
    if (!PROJECT_SLUG.test(slug) || slug.length > PROJECT_SLUG_MAX)
      throw new Invalid({ slug: ['Give a slug of small letters, digits and hyphens.'] });
    if (store.projects.idOf(slug) !== undefined)
      throw new Invalid({ slug: [`There is another project called ${slug}. Give another slug.`] });
  }

  /** Forgets that a project was removed here, so that it can be pulled again. */
  function wantAgain(actor: Actor, remoteId: number, key: number): void {
    const link = store.sync.links.byKey(remoteId, 'project', key);
    if (!link || store.projects.byId(link.localId)) return;
    recordUnlinked(actor, link, link.address);
  }

  /** Removes the link of a project with those of its objects, and records them for an undo. */
  function recordUnlinked(actor: Actor, link: Link, slug: string): void {
    const links = [link, ...store.sync.links.ofProject(link.id)].map((each): JsonObject => ({ ...each }));
    store.sync.links.remove(link.id);
    const remote = store.sync.remotes.byId(link.remoteId)?.name ?? '';
    const { localId } = link;
    changes.record(actor, {
      action: 'sync.unlink',
      subjectId: localId,
      projectId: localId,
      before: { slug, remote, links },
    });
  }

  return {
    /** Stores a page of the projects that the account shows. @throws Forbidden @throws NotFound */
    noteListed(actor: Actor, id: number, listed: readonly ListedProject[]): void {
      get(actor, id);
      store.change(() => {
        for (const project of listed) {
          const known = store.sync.projects.byKey(id, project.key);
          if (known && !known.gone && isSame(known, project)) continue;
          store.sync.projects.see({ remoteId: id, ...pick(project) });
          const link = store.sync.links.byKey(id, 'project', project.key);
          if (link?.deletedThere) store.sync.links.update({ ...link, deletedThere: false });
        }
      });
    },

    /**
     * Marks the projects that a complete list of the account's no longer has: gone there, or no longer the account's.
     * Their copies stay. Returns the slugs here of linked ones. @throws Forbidden @throws NotFound
     */
    noteGone(actor: Actor, id: number, present: ReadonlySet<number>): string[] {
      const { name: remote } = get(actor, id);
      return store.change(() =>
        store.sync.projects.ofRemote(id).flatMap(({ key, gone, slug }) => {
          if (present.has(key)) return [];
          if (!gone) store.sync.projects.setGone(id, key, true);
          const link = store.sync.links.byKey(id, 'project', key);
          const local = link && store.projects.byId(link.localId)?.project;
          if (!link || !local) return [];
          if (link.deletedThere) return [local.slug];
          store.sync.links.update({ ...link, deletedThere: true });
          const after = { slug: local.slug, remote, there: slug };
          changes.record(actor, {
            action: 'sync.mark-gone',
            subjectId: local.id,
            projectId: local.id,
            after,
          });
          return [local.slug];
        }),
      );
    },

    /** Lists the projects of the account, by slug. @throws Forbidden @throws NotFound */
    catalogue(
      actor: Actor,
      id: number,
      { text = '', show = 'all' }: { readonly text?: string; readonly show?: CatalogueFilter },
      request: PageRequest,
    ): Page<CatalogueProject> {
      get(actor, id);
      return store.sync.catalogue.list(id, text.trim().toLowerCase(), show, request);
    },

    /** Lists the ids there of all projects that are chosen. @throws Forbidden @throws NotFound */
    chosen(actor: Actor, id: number): number[] {
      get(actor, id);
      return store.sync.projects.chosenKeys(id);
    },

    /**
     * Chooses what is pulled; others stay as they were chosen before. A project that was removed here is wanted again.
     * @throws Forbidden @throws NotFound @throws Invalid on `slug`
     */
    choose(actor: Actor, id: number, choices: readonly ProjectChoice[] | 'all'): void {
      const { name } = get(actor, id);
      store.change(() => {
        if (choices === 'all') store.sync.projects.chooseAll(id);
        else for (const choice of choices) choose(actor, id, choice);
        const chosen = choices === 'all' ? 'all' : choices.length;
        changes.record(actor, { action: 'remote.choose-projects', subjectId: id, after: { name, chosen } });
      });
    },

    /**
     * Lists what a pull asks for next, by key: chosen projects that are wanted here, or those with these slugs there.
     * @throws Forbidden @throws NotFound
     */
    toPull(
      actor: Actor,
      id: number,
      {
        after,
        limit,
        slugs,
      }: { readonly after: number; readonly limit: number; readonly slugs?: readonly string[] },
    ): ListedProject[] {
      get(actor, id);
      return store.sync.catalogue.wanted(id, after, limit, slugs);
    },

    /** Ends the link of a project and keeps its copy here. @throws Forbidden @throws NotFound @throws Conflict */
    unlink(actor: Actor, projectSlug: string): void {
      access.requireOperator(actor);
      store.change(() => {
        const { id } = access.maintained(actor, projectSlug);
        const link = store.sync.links.byLocal('project', id);
        if (!link) throw new Conflict(`${projectSlug} is not linked with a remote.`);
        recordUnlinked(actor, link, projectSlug);
        const { remoteId, remoteKey: key } = link;
        if (key === null) return;
        store.sync.projects.choose({ remoteId, key, chosen: false, localSlug: null, linksExisting: false });
      });
    },
  };
}

type Listed = Pick<ListedProject, 'key' | 'slug' | 'name' | 'parent' | 'translationOf'>;

function pick({ key, slug, name, parent, translationOf }: Listed): Listed {
  return { key, slug, name, parent, translationOf };
}

function isSame(known: Listed, listed: Listed): boolean {
  return JSON.stringify(pick(known)) === JSON.stringify(pick(listed));
}
