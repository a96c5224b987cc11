import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../../model/base/problems.ts';
import { type ConflictEntry, conflictsOf, parseConflictId } from '../../model/sync/conflicts.ts';
import type { Link } from '../../model/sync/link.ts';
import { type ConflictSide, resolveConflict } from '../../model/sync/merge.ts';
import { placeOf } from '../../model/sync/redirect-order.ts';
import { type SyncKind, VALUE_AT } from '../../model/sync/sync-fields.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createLinkLog, type LinkLog } from './rows/link-log.ts';
import { siteOf } from './rows/local-fields.ts';
import { readObject, redirectObject, subprojectObject, variableObject } from './rows/local-projects.ts';
import { createRelationWrites } from './rows/relation-writes.ts';
import { createRowWrites, orderIn, redirectOf } from './rows/row-writes.ts';
import { createTakeFields } from './rows/take-fields.ts';

/** A conflict with the project that it is in. */
export type SyncConflict = ConflictEntry & {
  /** Slug here of the project. */
  readonly project: string;
  readonly what: 'changed' | 'deleted-there' | 'deleted-here';
};

/** Which conflicts are meant. */
export type ConflictFilter = {
  /** A part of the project's slug or of the object's name. */
  readonly text?: string;
  readonly kind?: SyncKind;
  /** Slug here of the project. */
  readonly project?: string;
};

/** Creates what shows conflicts and decides them. */
export function createConflicts(context: ServiceContext) {
  const { store, access, changes } = context;
  const writes = createRowWrites(context);
  const takeFields = createTakeFields(context);
  const relations = createRelationWrites(context);

  function requireRemote(actor: Actor, remoteId: number): void {
    access.requireOperator(actor);
    if (!store.sync.remotes.byId(remoteId)) throw new NotFound('There is no such remote.');
  }

  function all(remoteId: number, { text = '', kind, project }: ConflictFilter): SyncConflict[] {
    const slugs = new Map<number, string | undefined>();
    const slugOf = (link: Link): string | undefined => {
      const id = link.projectLink ?? link.id;
      if (!slugs.has(id)) {
        const of = store.sync.links.byId(id);
        slugs.set(id, of && store.projects.byId(of.localId)?.project.slug);
      }
      return slugs.get(id);
    };
    const part = text.trim().toLowerCase();
    return store.sync.links.inConflict(remoteId).flatMap((link) => {
      const slug = slugOf(link);
      if (slug === undefined || (kind && link.kind !== kind) || (project !== undefined && slug !== project))
        return [];
      const local = readObject(store, link.kind, link.localId, remoteId);
      const changed = local ? ('changed' as const) : ('deleted-here' as const);
      return conflictsOf(link, local)
        .map((entry) => ({
          ...entry,
          project: slug,
          what: link.deletedThere && entry.field === null ? ('deleted-there' as const) : changed,
        }))
        .filter(({ key }) => part === '' || slug.includes(part) || key.toLowerCase().includes(part));
    });
  }

  /** Decides an object that was deleted on one side. Returns whether it was one. */
  function resolveDeleted(actor: Actor, log: LinkLog, link: Link, side: ConflictSide): boolean {
    const local = readObject(store, link.kind, link.localId, link.remoteId);
    if (link.deletedThere) {
      // A project is never removed because it is gone there; what stays here is unlinked by choice.
      if (link.kind === 'project') return true;
      if (side === 'theirs' && local) removeRow(actor, link);
      log.remove(link);
      return true;
    }
    if (local) return false;
    const fields = { ...link.base, ...link.theirs };
    if (side === 'mine') log.update(link, { ...link, base: fields, theirs: null });
    else restoreRow(actor, log, link, fields);
    return true;
  }

  function removeRow(actor: Actor, { kind, localId }: Link): void {
    if (kind === 'version') {
      const version = store.versions.byId(localId);
      if (version) writes.removeVersion(actor, version);
    } else if (kind === 'redirect') {
      const redirect = store.redirects.byId(localId);
      if (redirect) writes.removeRedirect(actor, redirect);
    } else if (kind === 'variable') {
      const variable = store.environmentVariables.byId(localId);
      if (variable) writes.removeVariable(actor, variable);
    } else if (kind === 'subproject') {
      relations.remove(actor, localId);
    }
  }

  /** Makes an object again that was deleted here, as it is there. */
  function restoreRow(actor: Actor, log: LinkLog, link: Link, fields: NonNullable<Link['base']>): void {
    const project = link.projectLink === null ? undefined : store.sync.links.byId(link.projectLink);
    const entry = project && store.projects.byId(project.localId);
    if (!entry) return;
    const { id } = entry.project;
    const made =
      link.kind === 'redirect'
        ? redirectObject(writes.redirects.add(actor, id, redirectOf(fields)), siteOf(entry))
        : link.kind === 'variable'
          ? variableObject(writes.insertVariable(actor, id, fields))
          : restoreSubproject(actor, link, fields, id);
    if (!made) return;
    log.update(link, { ...link, localId: made.id, base: { ...fields, ...made.fields }, theirs: null });
    if (link.kind === 'redirect') placeAsThere(actor, project, link.remoteKey);
  }

  /** Moves a redirect that is here again behind the one that is before it there, so that no order is outgoing. */
  function placeAsThere(actor: Actor, project: Link, key: number | null): void {
    const there = orderIn(project.base ?? {}) ?? [];
    const links = store.sync.links.ofProject(project.id).filter(({ kind }) => kind === 'redirect');
    const keys = new Map(links.map(({ localId, remoteKey }) => [localId, remoteKey]));
    const here = store.redirects
      .ranksOf(project.localId)
      .map(({ id }) => ({ id, key: keys.get(id) ?? null }));
    const restored = here.find((redirect) => redirect.key === key);
    const index = key === null ? -1 : there.indexOf(key);
    if (!restored || index === -1) return;
    const others = here.filter(({ id }) => id !== restored.id);
    // No key is negative: it stands for a redirect that is only here.
    const place = placeOf(
      index,
      there,
      others.map((other) => other.key ?? -1),
    );
    const ids = others.map(({ id }) => id).toSpliced(place, 0, restored.id);
    writes.redirects.reorder(actor, project.localId, ids);
  }

  /** Makes a subproject again; undefined where the rules between projects forbid it now. */
  function restoreSubproject(actor: Actor, link: Link, fields: NonNullable<Link['base']>, parentId: number) {
    const child = relations.localOf(link.remoteId, String(fields.child));
    const relation = { parentId, childId: child?.id ?? 0, alias: String(fields.alias) };
    if (!child || relations.brokenRule(relation)) return undefined;
    return subprojectObject(store, link.remoteId, relations.insert(actor, relation, child));
  }

  function resolveLink(
    actor: Actor,
    log: LinkLog,
    link: Link,
    side: ConflictSide,
    names: readonly string[] | undefined,
  ): void {
    if (resolveDeleted(actor, log, link, side)) return;
    const { take, theirs, ...resolved } = resolveConflict(link, side, names);
    const { kind, localId, remoteId, projectLink } = link;
    const local = readObject(store, kind, localId, remoteId)?.fields ?? {};
    // A value of the service cannot be taken: the one typed here stays here, and is not sent.
    const base = VALUE_AT in take ? { ...resolved.base, [VALUE_AT]: local[VALUE_AT] ?? null } : resolved.base;
    const rowId = takeFields(actor, { kind, localId, local, take, projectLink: projectLink ?? link.id });
    if (rowId !== undefined) log.update(link, { ...link, localId: rowId, base, theirs });
  }

  /** Resolves the conflicts of one project in one change. */
  function resolveProject(
    actor: Actor,
    chosen: readonly SyncConflict[],
    side: ConflictSide,
    remote: string,
  ): void {
    store.change(() => {
      const log = createLinkLog(store);
      const byLink = Map.groupBy(chosen, ({ linkId }) => linkId);
      let projectId = 0;
      for (const [linkId, entries] of byLink) {
        const link = store.sync.links.byId(linkId);
        if (!link) continue;
        projectId = store.sync.links.byId(link.projectLink ?? link.id)?.localId ?? 0;
        const names = entries.flatMap(({ field }) => (field === null ? [] : [field]));
        resolveLink(actor, log, link, side, names.length === entries.length ? names : undefined);
      }
      if (!log.hasChanged()) return;
      const { links, made } = log.history();
      const slug = chosen[0]?.project ?? '';
      changes.record(actor, {
        ...{ action: 'sync.resolve', subjectId: projectId, projectId, before: { slug, links } },
        after: { slug, remote, side, made },
      });
    });
  }

  return {
    /** Lists what was changed on both sides and waits for a decision. @throws Forbidden @throws NotFound */
    conflicts(
      actor: Actor,
      remoteId: number,
      filter: ConflictFilter,
      { limit, offset }: PageRequest,
    ): Page<SyncConflict> {
      requireRemote(actor, remoteId);
      const found = all(remoteId, filter);
      return { count: found.length, items: found.slice(offset, offset + limit) };
    },

    /**
     * Decides conflicts: `mine` is outgoing then, `theirs` is written here. A project at a time; each can be undone.
     * @throws Forbidden @throws NotFound for an id that names none
     */
    async resolve(
      actor: Actor,
      remoteId: number,
      which: readonly string[] | ConflictFilter,
      side: ConflictSide,
    ): Promise<{ readonly resolved: number }> {
      requireRemote(actor, remoteId);
      const chosen = isIds(which) ? named(all(remoteId, {}), which) : all(remoteId, which);
      const remote = store.sync.remotes.byId(remoteId)?.name ?? '';
      for (const entries of Map.groupBy(chosen, ({ project }) => project).values()) {
        resolveProject(actor, entries, side, remote);
        await setImmediate();
      }
      return { resolved: chosen.length };
    },
  };
}

function isIds(which: readonly string[] | ConflictFilter): which is readonly string[] {
  return Array.isArray(which);
}

/** Finds conflicts by their ids; that of a link alone names all of its fields. @throws NotFound */
function named(conflicts: readonly SyncConflict[], ids: readonly string[]): SyncConflict[] {
  return [...new Set(ids)].flatMap((id) => {
    const wanted = parseConflictId(id);
    const found = conflicts.filter(
      ({ linkId, field }) => linkId === wanted?.linkId && (wanted.field === null || wanted.field === field),
    );
    if (found.length === 0) throw new NotFound(`There is no conflict ${id}. List the conflicts again.`);
    return found;
  });
}
