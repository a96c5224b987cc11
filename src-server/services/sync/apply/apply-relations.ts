import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../../../model/base/problems.ts';
import type { Project } from '../../../model/projects/project.ts';
import type { Subproject } from '../../../model/relations/subproject.ts';
import type { Link, Listing, RemoteObject } from '../../../model/sync/link.ts';
import { keysOf } from '../../../model/sync/listing.ts';
import { mergeFields, sameField } from '../../../model/sync/merge.ts';
import type { CatalogueEntry } from '../../../model/sync/remote.ts';
import { type Fields, TRANSLATION_OF } from '../../../model/sync/sync-fields.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import {
  brokenTranslationRule,
  type SubprojectRule,
  type TranslationRule,
  translationFacts,
} from '../../relations/relation-rules.ts';
import { createLinkLog, type LinkLog } from '../rows/link-log.ts';
import { createRelationWrites } from '../rows/relation-writes.ts';
import { notTakenNotes, usableObject } from '../rows/usable-fields.ts';

/** What applying the relations between pulled projects did. */
export type AppliedRelations = { readonly applied: number; readonly notes: readonly string[] };

const SUBPROJECT_REASONS: Readonly<Record<SubprojectRule, (child: string, alias: string) => string>> = {
  childHasParent: (child) => `${child} is a subproject of another project here.`,
  childHasChildren: (child) => `${child} has subprojects of its own here.`,
  isItself: (child) => `${child} would be a subproject of itself.`,
  aliasTaken: (_, alias) => `another subproject here has the alias ${alias}.`,
  parentHasParent: () => 'the parent is a subproject itself here.',
};
const TRANSLATION_REASONS: Readonly<Record<TranslationRule, string>> = {
  mainIsTranslation: 'the main project is a translation itself here.',
  candidateNotFree: 'it is a translation of another project here.',
  sameLanguage: 'both have the same language.',
  languageTaken: 'another translation here has its language.',
  candidateHasTranslations: 'it has translations of its own here.',
};

type Parent = { readonly link: Link; readonly project: Project; readonly slug: string };
type Pull = {
  readonly actor: Actor;
  readonly remoteId: number;
  readonly log: LinkLog;
  readonly notes: string[];
};

/** Creates what applies subprojects and translations once all projects of a pull are here. What does not fit is told. */
export function createApplyRelations(context: ServiceContext) {
  const { store, access, changes, clock } = context;
  const relations = createRelationWrites(context);

  function addSubproject(
    { actor, remoteId, log, notes }: Pull,
    parent: Parent,
    object: RemoteObject,
  ): boolean {
    const { child: childSlug, alias } = object.fields;
    const child = relations.localOf(remoteId, String(childSlug));
    const told = `${String(childSlug)} is not made a subproject of ${parent.slug}: `;
    if (!child) {
      notes.push(`${told}it is not here.`);
      return false;
    }
    const existing = store.subprojects.ofChild(child.id);
    const isHere = existing?.parentId === parent.project.id;
    const relation = { parentId: parent.project.id, childId: child.id, alias: String(alias) };
    const rule = isHere ? undefined : relations.brokenRule(relation);
    if (rule) {
      notes.push(told + SUBPROJECT_REASONS[rule](String(childSlug), relation.alias));
      return false;
    }
    const made = isHere ? existing : relations.insert(actor, relation, child);
    // Made on both sides with two aliases, nobody knows which is right.
    const local = { ...object.fields, alias: made.alias };
    const { base, theirs } = mergeFields({ base: null, local, remote: object.fields });
    log.insert({
      ...{ remoteId, kind: 'subproject', localId: made.id, projectLink: parent.link.id, seenAt: clock() },
      ...{ remoteKey: object.key, address: object.address, base, theirs },
      ...{ deletedThere: false, ignored: {}, shown: object.shown },
    });
    return !isHere;
  }

  /** Finds the relation that took the place of one that was removed here: its child was added again. */
  function addedAgain(parent: Parent, { remoteId, base }: Link): Subproject | undefined {
    const child = relations.localOf(remoteId, String(base?.child));
    const relation = child && store.subprojects.ofChild(child.id);
    const isFree = relation && !store.sync.links.byLocal('subproject', relation.id);
    return isFree && relation.parentId === parent.project.id ? relation : undefined;
  }

  /** Takes a changed alias, unless it was changed or removed here too. */
  function mergeSubproject(
    { actor, log, notes }: Pull,
    parent: Parent,
    link: Link,
    object: RemoteObject,
  ): boolean {
    const relation = store.subprojects.byId(link.localId) ?? addedAgain(parent, link);
    const local = relation ? { ...link.base, alias: relation.alias } : {};
    const { take, ...merge } = relation
      ? mergeFields({ base: link.base, local, remote: object.fields })
      : { take: {}, base: link.base, theirs: changedFields(object.fields, link.base) };
    const alias = 'alias' in take ? String(take.alias) : undefined;
    const renamed = relation && alias !== undefined ? relations.rename(actor, relation.id, alias) : relation;
    if (alias !== undefined && !renamed) {
      notes.push(
        `${link.address} of ${parent.slug} keeps its alias: another subproject here has the alias ${alias}.`,
      );
      return false;
    }
    const { key: remoteKey, address } = object;
    const next = {
      ...link,
      ...merge,
      localId: (renamed ?? relation)?.id ?? link.localId,
      remoteKey,
      address,
      deletedThere: false,
    };
    if (JSON.stringify(next) !== JSON.stringify(link)) log.update(link, next);
    return alias !== undefined;
  }

  function applyParent(pull: Pull, parent: Parent, listing: Listing, mayDelete: boolean): number {
    const { actor, log } = pull;
    pull.notes.push(
      ...notTakenNotes('subproject', listing.notTaken).map((note) => `${parent.slug}: ${note}`),
    );
    const links = store.sync.links.ofProject(parent.link.id).filter(({ kind }) => kind === 'subproject');
    const byKey = new Map(links.map((link) => [link.remoteKey, link]));
    const listed = keysOf(listing);
    let applied = 0;
    // First what went, so that its alias is free.
    for (const link of listing.complete ? links : []) {
      if (link.remoteKey === null || listed.has(link.remoteKey)) continue;
      const relation = store.subprojects.byId(link.localId);
      if (!relation) log.remove(link);
      else if (mayDelete && relation.alias === link.base?.alias) {
        relations.remove(actor, relation.id);
        log.remove(link);
        applied += 1;
      } else if (mayDelete && !link.deletedThere) log.update(link, { ...link, deletedThere: true });
    }
    for (const object of listing.objects) {
      const usable = usableObject(object, 'business');
      if (!usable) continue;
      const link = byKey.get(object.key);
      const isApplied = link
        ? mergeSubproject(pull, parent, link, usable)
        : addSubproject(pull, parent, usable);
      if (isApplied) applied += 1;
    }
    return applied;
  }

  /** Runs `work` for one project in one change, with an entry that undoes it as a whole. */
  function inOneChange(
    actor: Actor,
    remoteId: number,
    parent: Parent,
    notes: string[],
    work: (pull: Pull) => number,
  ): number {
    return store.change(() => {
      const log = createLinkLog(store);
      const applied = work({ actor, remoteId, log, notes });
      if (applied === 0 && !log.hasChanged()) return 0;
      const { links, made } = log.history();
      const { id } = parent.project;
      const remote = store.sync.remotes.byId(remoteId)?.name ?? '';
      changes.record(actor, {
        ...{ action: 'sync.pull-relations', subjectId: id, projectId: id, before: { links } },
        after: { slug: parent.project.slug, remote, remoteId, changes: applied, made },
      });
      return applied;
    });
  }

  function parentOf(remoteId: number, key: number, slug: string): Parent | undefined {
    const link = store.sync.links.byKey(remoteId, 'project', key);
    const project = link && store.projects.byId(link.localId)?.project;
    return link && project && { link, project, slug };
  }

  /** Makes a project a translation as there, unless it has another main project here. */
  function addTranslation(
    { actor, remoteId, log, notes }: Pull,
    { project, link }: Parent,
    entry: CatalogueEntry,
  ): number {
    const mainSlug = entry.translationOf ?? '';
    const main = relations.localOf(remoteId, mainSlug);
    if (main && project.translationOf === main.id) {
      agree(link, mainSlug, log);
      return 0;
    }
    const told = `${entry.slug} is not made a translation of ${mainSlug}: `;
    // It was one here: a person removed it.
    if (link.base?.[TRANSLATION_OF] === mainSlug) {
      notes.push(
        `${told}it is not wanted here. Add it again in the settings of ${mainSlug}, if you want it.`,
      );
      return 0;
    }
    const rule = main && brokenTranslationRule(translationFacts(store, main, project));
    if (!main || rule) {
      notes.push(told + (rule ? TRANSLATION_REASONS[rule] : 'that is not here.'));
      return 0;
    }
    log.update(link, { ...link, base: { ...link.base, [TRANSLATION_OF]: mainSlug } });
    store.projects.update({ ...project, translationOf: main.id }, project);
    changes.record(actor, {
      ...{ action: 'translation.add', subjectId: project.id, projectId: main.id },
      before: { slug: project.slug, translationOf: project.translationOf },
      after: { slug: project.slug, translationOf: main.id },
    });
    return 1;
  }

  /** Notes what a translation is of on both sides, so that a removal here is known as one; no undo takes that back. */
  function agree(link: Link, mainSlug: string, log: LinkLog): void {
    if (link.base?.[TRANSLATION_OF] === mainSlug) return;
    log.show({ ...link, base: { ...link.base, [TRANSLATION_OF]: mainSlug } });
  }

  return {
    /** Applies the relations that pulls have stored, a project at a time. @throws Forbidden @throws NotFound */
    async applyRelations(
      actor: Actor,
      remoteId: number,
      { mayDelete }: { readonly mayDelete: boolean },
    ): Promise<AppliedRelations> {
      access.requireOperator(actor);
      if (!store.sync.remotes.byId(remoteId)) throw new NotFound('There is no such remote.');
      const notes: string[] = [];
      let applied = 0;
      for (const { key, listing } of store.sync.projects.withSubprojects(remoteId)) {
        const slug = store.sync.projects.byKey(remoteId, key)?.slug ?? '';
        const parent = parentOf(remoteId, key, slug);
        if (parent) {
          applied += inOneChange(actor, remoteId, parent, notes, (pull) =>
            applyParent(pull, parent, listing, mayDelete),
          );
        }
        store.change(() => store.sync.projects.setSubprojects(remoteId, key, null));
        await setImmediate();
      }
      for (const entry of store.sync.projects.translations(remoteId)) {
        const translation = parentOf(remoteId, entry.key, entry.slug);
        if (!translation || entry.gone) continue;
        applied += inOneChange(actor, remoteId, translation, notes, (pull) =>
          addTranslation(pull, translation, entry),
        );
        await setImmediate();
      }
      return { applied, notes };
    },
  };
}

function changedFields(there: Fields, base: Fields | null): Fields | null {
  const changed = Object.entries(there).filter(([name, value]) => !sameField(name, value, base?.[name]));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
