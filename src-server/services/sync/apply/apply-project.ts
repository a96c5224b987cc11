import { NotFound } from '../../../model/base/problems.ts';
import { PROJECT_SLUG, PROJECT_SLUG_MAX, projectSlug } from '../../../model/base/slug.ts';
import type { JsonObject } from '../../../model/builds/build.ts';
import { isInConflict, projectDifferences } from '../../../model/sync/differences.ts';
import type { Link, RemoteObject, RemoteProject } from '../../../model/sync/link.ts';
import type { CatalogueEntry, Remote } from '../../../model/sync/remote.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { createLinkLog, type LinkLog } from '../rows/link-log.ts';
import { readLocalProject, readRows } from '../rows/local-projects.ts';
import { createRowWrites } from '../rows/row-writes.ts';
import { type UsableObject, usableObject } from '../rows/usable-fields.ts';
import type { MergeTools } from './merge-objects.ts';
import { createMergeProject } from './merge-project.ts';
import { createNewProject } from './new-project.ts';

/** What a pull made of a project. */
export type Applied = {
  /** `left-out`: nothing was written; the notes say why. */
  readonly outcome: 'created' | 'changed' | 'same' | 'left-out';
  readonly projectId: number | null;
  /** What undo takes; null when nothing was changed. */
  readonly batch: number | null;
  /** Objects that were changed here. */
  readonly incoming: number;
  /** Objects of the project that wait for a decision. */
  readonly conflicts: number;
  /** Sentences about what could not be taken. */
  readonly notes: readonly string[];
};

/** How a pulled project is applied. */
export type ApplyOptions = {
  /** Whether objects that a complete list lacks are removed here; not while what was agreed is out of date. */
  readonly mayDelete: boolean;
  /** How many builds of the service are kept of the project. */
  readonly builds?: number;
};

/** Builds of the service that are kept of a project. */
export const BUILDS_KEPT = 20;

/**
 * Creates what writes a pulled project: one transaction, one batch of the journal, rows alone. No build, webhook, trust or
 * reading of a repository follows from it, since none of its entries is an action that starts one.
 */
export function createApplyProject(context: ServiceContext) {
  const { store, access, changes, clock } = context;
  const writes = createRowWrites(context);
  const merging = createMergeProject(context, writes);
  const creating = createNewProject(context);

  function apply(actor: Actor, remote: Remote, pulled: RemoteProject, options: ApplyOptions): Applied {
    const object = usableObject(pulled.project, remote.kind);
    const entry = entryOf(remote.id, pulled.project);
    const link = store.sync.links.byKey(remote.id, 'project', entry.key);
    if (!object) return leaveOut(entry, `${entry.slug} cannot be kept here.`);
    if (link && !store.projects.byId(link.localId))
      return leaveOut(entry, `${entry.slug} was removed here. Choose it again to pull it.`);
    if (link) return merge(actor, remote, { entry, object, pulled, options, link, isAdopted: false });
    const slug = slugHere(entry);
    const existing = store.projects.idOf(slug);
    if (existing !== undefined && entry.linksExisting)
      return adopt(actor, remote, existing, { entry, object, pulled, options });
    if (existing !== undefined)
      return leaveOut(
        entry,
        `There is another project called ${slug} here. Link it, give another slug, or skip it.`,
      );
    return create(actor, remote, slug, { entry, object, pulled, options });
  }

  type Pulled = {
    readonly entry: CatalogueEntry;
    readonly object: UsableObject;
    readonly pulled: RemoteProject;
    readonly options: ApplyOptions;
  };

  function create(
    actor: Actor,
    remote: Remote,
    slug: string,
    { entry, object, pulled, options }: Pulled,
  ): Applied {
    if (object.fields['repository.url'] === undefined)
      return leaveOut(entry, `The repository URL of ${entry.slug} cannot be used here.`);
    const notes = unusableNotes(entry.slug, object);
    const link = creating.create(remote, { slug }, object, pulled, notes);
    const made = { versions: pulled.versions, redirects: pulled.redirects, variables: pulled.variables };
    const counts = Object.fromEntries(
      Object.entries(made).map(([name, { objects }]) => [name, objects.length]),
    );
    const { batch } = record(actor, remote, link, { isNew: true, slug, counts });
    finish(remote.id, entry, link, pulled, options);
    store.sync.links.setOutgoing(link.id, 0);
    const { localId: projectId } = link;
    return { outcome: 'created', projectId, batch, incoming: 1, conflicts: 0, notes };
  }

  /** Links a project that was here before, because a person said that it is the same. */
  function adopt(actor: Actor, remote: Remote, projectId: number, given: Pulled): Applied {
    const { entry, object } = given;
    if (store.sync.links.byLocal('project', projectId))
      return leaveOut(
        entry,
        `${slugHere(entry)} is linked with another project already. Give another slug, or skip it.`,
      );
    const { key: remoteKey, address, shown } = object;
    const log = createLinkLog(store);
    const link = log.insert({
      ...{
        remoteId: remote.id,
        kind: 'project',
        localId: projectId,
        projectLink: null,
        remoteKey,
        address,
        shown,
      },
      ...{ base: null, theirs: null, deletedThere: false, ignored: {}, seenAt: clock() },
    });
    return merge(actor, remote, { ...given, link, isAdopted: true, log });
  }

  function merge(
    actor: Actor,
    remote: Remote,
    {
      entry,
      object,
      pulled,
      options,
      link,
      isAdopted,
      log = createLinkLog(store),
    }: Pulled & { readonly link: Link; readonly isAdopted: boolean; readonly log?: LinkLog },
  ): Applied {
    const rows = readRows(store, link.localId);
    if (!rows) throw new NotFound();
    const links = store.sync.links.ofProject(link.id);
    const notes = unusableNotes(entry.slug, object);
    let incoming = 0;
    const count = () => {
      incoming += 1;
    };
    const { mayDelete } = options;
    const tools: MergeTools = {
      ...{ log, links, mayDelete, notes, count, service: remote.kind, projectLink: link, now: clock() },
    };
    merging.merge(tools, { actor, rows, project: object, pulled, isAdopted }, link);
    const { slug } = rows.entry.project;
    const batch = log.hasChanged()
      ? record(actor, remote, link, { isNew: false, slug, changes: incoming }, log).batch
      : null;
    finish(remote.id, entry, link, pulled, options);
    const conflicts = batch === null ? [link, ...links].filter(isInConflict).length : countAgain(link.id);
    const projectId = link.localId;
    return { outcome: batch === null ? 'same' : 'changed', projectId, batch, incoming, conflicts, notes };
  }

  function record(actor: Actor, remote: Remote, link: Link, after: JsonObject, log?: LinkLog) {
    const { links, made } = log?.history() ?? { links: [], made: [] };
    const { localId } = link;
    return changes.record(actor, {
      ...{ action: 'sync.pull-project', subjectId: localId, projectId: localId },
      before: { links },
      after: { ...after, remote: remote.name, remoteId: remote.id, made },
    });
  }

  /** Stores what belongs to the remote and not to the project here. */
  function finish(
    remoteId: number,
    { key, skipped }: CatalogueEntry,
    link: Link,
    { subprojects, builds }: RemoteProject,
    options: ApplyOptions,
  ): void {
    if (skipped !== null) store.sync.projects.setSkipped(remoteId, key, null);
    if (subprojects) store.sync.projects.setSubprojects(remoteId, key, subprojects);
    store.sync.builds.put(link.id, builds, options.builds ?? BUILDS_KEPT);
  }

  /** Counts the outgoing changes of a project again; returns how many of its objects are in conflict. */
  function countAgain(linkId: number): number {
    const link = store.sync.links.byId(linkId);
    const local = link && readLocalProject(store, link);
    if (!local) return 0;
    store.sync.links.setOutgoing(linkId, projectDifferences(local).length);
    return [local.link, ...local.links].filter(isInConflict).length;
  }

  function leaveOut({ remoteId, key, skipped }: CatalogueEntry, reason: string): Applied {
    if (skipped !== reason) store.sync.projects.setSkipped(remoteId, key, reason);
    return { outcome: 'left-out', projectId: null, batch: null, incoming: 0, conflicts: 0, notes: [reason] };
  }

  /** Returns the entry of a project, which a list may have shown before, or not yet. */
  function entryOf(remoteId: number, { key, address, fields }: RemoteObject): CatalogueEntry {
    const known = store.sync.projects.byKey(remoteId, key);
    if (known) return known;
    const name = typeof fields.name === 'string' ? fields.name : address;
    store.sync.projects.see({ remoteId, key, slug: address, name, parent: null, translationOf: null });
    const entry = store.sync.projects.byKey(remoteId, key);
    if (!entry) throw new NotFound();
    return entry;
  }

  return {
    /**
     * Writes a pulled project: as a new one, into the one that is linked, or not at all. @throws Forbidden @throws NotFound
     */
    applyProject(actor: Actor, remoteId: number, pulled: RemoteProject, options: ApplyOptions): Applied {
      access.requireOperator(actor);
      return store.change(() => {
        const remote = store.sync.remotes.byId(remoteId);
        if (!remote) throw new NotFound('There is no such remote.');
        return apply(actor, remote, pulled, options);
      });
    },
    countAgain,
    writes,
  };
}

/** Returns the slug that a project gets here: what was chosen, else its own where that is one. */
function slugHere({ localSlug, slug, key }: CatalogueEntry): string {
  if (localSlug !== null) return localSlug;
  if (PROJECT_SLUG.test(slug) && slug.length <= PROJECT_SLUG_MAX) return slug;
  return projectSlug(slug) || `project-${key}`;
}

function unusableNotes(slug: string, { unusable }: UsableObject): string[] {
  if (unusable.length === 0) return [];
  return [`${slug}: ${unusable.join(', ')} cannot be kept here as it is there, and stays as it was.`];
}
