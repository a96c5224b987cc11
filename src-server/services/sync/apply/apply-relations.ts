import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../../../model/base/problems.ts';
import type { Project } from '../../../model/projects/project.ts';
import type { Link, Listing, RemoteObject } from '../../../model/sync/link.ts';
import { sameField } from '../../../model/sync/merge.ts';
import type { CatalogueEntry } from '../../../model/sync/remote.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import {
  brokenSubprojectRules,
  brokenTranslationRule,
  type SubprojectRule,
  subprojectFacts,
  type TranslationRule,
  translationFacts,
} from '../../relations/relation-rules.ts';
import { createLinkLog, type LinkLog } from '../rows/link-log.ts';
import { usableObject } from '../rows/usable-fields.ts';

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

  /** Finds the project here that stands for one there. */
  function localOf(remoteId: number, slugThere: string): Project | undefined {
    const entry = store.sync.projects.bySlug(remoteId, slugThere);
    const link = entry && store.sync.links.byKey(remoteId, 'project', entry.key);
    return link && store.projects.byId(link.localId)?.project;
  }

  function addSubproject(
    { actor, remoteId, log, notes }: Pull,
    parent: Parent,
    object: RemoteObject,
  ): boolean {
    const { child: childSlug, alias } = object.fields;
    const child = localOf(remoteId, String(childSlug));
    const told = `${String(childSlug)} is not made a subproject of ${parent.slug}: `;
    if (!child) {
      notes.push(`${told}it is not here.`);
      return false;
    }
    const existing = store.subprojects.ofChild(child.id);
    const relation = { parentId: parent.project.id, childId: child.id, alias: String(alias) };
    const isSame = existing?.parentId === relation.parentId && existing.alias === relation.alias;
    const [rule] = isSame ? [] : brokenSubprojectRules(subprojectFacts(store, relation));
    if (rule) {
      notes.push(told + SUBPROJECT_REASONS[rule](String(childSlug), relation.alias));
      return false;
    }
    const made = existing && isSame ? existing : store.subprojects.insert(relation);
    if (!isSame) {
      const after = { ...made, child: child.slug };
      const subject = { subjectId: made.id, projectId: made.parentId };
      changes.record(actor, { action: 'subproject.create', ...subject, after });
    }
    log.insert({
      ...{ remoteId, kind: 'subproject', localId: made.id, projectLink: parent.link.id, seenAt: clock() },
      ...{ remoteKey: object.key, address: object.address, base: object.fields, theirs: null },
      ...{ deletedThere: false, ignored: {}, shown: object.shown },
    });
    return !isSame;
  }

  function removeRelation(actor: Actor, localId: number): void {
    const relation = store.subprojects.byId(localId);
    if (!relation) return;
    store.subprojects.remove(localId);
    const { id: subjectId, parentId: projectId } = relation;
    changes.record(actor, { action: 'subproject.delete', subjectId, projectId, before: { ...relation } });
  }

  /** Takes a changed alias, unless it was changed here too. */
  function mergeSubproject(pull: Pull, parent: Parent, link: Link, object: RemoteObject): boolean {
    const relation = store.subprojects.byId(link.localId);
    const isSameThere = ['child', 'alias'].every((name) =>
      sameField(name, object.fields[name], link.base?.[name]),
    );
    if (isSameThere) {
      if (link.theirs !== null || link.deletedThere)
        pull.log.update(link, { ...link, theirs: null, deletedThere: false });
      return false;
    }
    if (!relation || relation.alias !== link.base?.alias) {
      if (relation?.alias === object.fields.alias)
        pull.log.update(link, { ...link, base: object.fields, address: object.address, theirs: null });
      else pull.log.update(link, { ...link, theirs: object.fields });
      return false;
    }
    removeRelation(pull.actor, relation.id);
    pull.log.remove(link);
    return addSubproject(pull, parent, object) || true;
  }

  function applyParent(pull: Pull, parent: Parent, listing: Listing, mayDelete: boolean): number {
    const { actor, log } = pull;
    const links = store.sync.links.ofProject(parent.link.id).filter(({ kind }) => kind === 'subproject');
    const byKey = new Map(links.map((link) => [link.remoteKey, link]));
    const listed = new Set(listing.objects.map(({ key }) => key));
    let applied = 0;
    // First what went, so that its alias is free.
    for (const link of listing.complete ? links : []) {
      if (link.remoteKey === null || listed.has(link.remoteKey)) continue;
      const relation = store.subprojects.byId(link.localId);
      if (!relation) log.remove(link);
      else if (mayDelete && relation.alias === link.base?.alias) {
        removeRelation(actor, relation.id);
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

  /** Makes a project a translation as there, unless a person has said otherwise here. */
  function addTranslation(
    { actor, remoteId, notes }: Pull,
    { project }: Parent,
    entry: CatalogueEntry,
  ): number {
    const mainSlug = entry.translationOf ?? '';
    const main = localOf(remoteId, mainSlug);
    if (main && project.translationOf === main.id) return 0;
    const told = `${entry.slug} is not made a translation of ${mainSlug}: `;
    const rule = main && brokenTranslationRule(translationFacts(store, main, project));
    if (!main || rule) {
      notes.push(told + (rule ? TRANSLATION_REASONS[rule] : 'that is not here.'));
      return 0;
    }
    store.projects.update({ ...project, translationOf: main.id }, project);
    changes.record(actor, {
      ...{ action: 'translation.add', subjectId: project.id, projectId: main.id },
      before: { slug: project.slug, translationOf: project.translationOf },
      after: { slug: project.slug, translationOf: main.id },
    });
    return 1;
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
