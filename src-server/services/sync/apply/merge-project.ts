import { createVersionSlugGenerator, VERSION_SLUG, VERSION_SLUG_MAX } from '../../../model/base/slug.ts';
import type { Json } from '../../../model/builds/build.ts';
import { effectiveDefaultBranch, type Project } from '../../../model/projects/project.ts';
import type { LocalObject } from '../../../model/sync/differences.ts';
import type { Link, RemoteProject } from '../../../model/sync/link.ts';
import { mergeFields } from '../../../model/sync/merge.ts';
import { placeOf, sameOrder, withKey } from '../../../model/sync/redirect-order.ts';
import { type Fields, pickFields, pulledFields, REDIRECT_ORDER } from '../../../model/sync/sync-fields.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { hasLanguageClash } from '../../relations/relation-rules.ts';
import { projectFields, siteOf } from '../rows/local-fields.ts';
import {
  orderOf,
  type ProjectRows,
  redirectObject,
  variableObject,
  versionObject,
} from '../rows/local-projects.ts';
import {
  identifierOf,
  orderIn,
  projectWith,
  type RowWrites,
  redirectOf,
  versionOf,
  versionWith,
} from '../rows/row-writes.ts';
import type { UsableObject } from '../rows/usable-fields.ts';
import { isChangedHere, type KindOfRows, type MergeTools, mergeList, storeMerge } from './merge-objects.ts';

/** What a new version is on either side: nobody chose it. */
const NEW_VERSION_FIELDS: Fields = { active: false, hidden: false, privacy_level: 'public' };

/** A pulled project and the rows that it is merged into. */
export type Merged = {
  readonly actor: Actor;
  readonly rows: ProjectRows;
  readonly project: UsableObject;
  readonly pulled: RemoteProject;
  /** Whether the project here existed before it was linked: then nothing was agreed yet. */
  readonly isAdopted: boolean;
};

/** Creates what merges a pulled project into the rows of one that is here. */
export function createMergeProject(context: ServiceContext, writes: RowWrites) {
  const { store } = context;

  function mergeVersions(tools: MergeTools, { actor, rows, pulled, isAdopted }: Merged): void {
    const { project } = rows.entry;
    const branch = effectiveDefaultBranch(project);
    const byId = new Map(rows.versions.map((version) => [version.id, version]));
    const slugOf = freeSlugs(rows.versions.map(({ slug }) => slug));
    mergeList(
      tools,
      {
        kind: 'version',
        objects: rows.versions.map(versionObject),
        isEqual: ({ key }, { address }) => key === address,
        newBase: isAdopted ? null : NEW_VERSION_FIELDS,
        canBeDeleted: false,
        create(object) {
          const version = versionOf({ ...object, address: slugOf(object.address) }, project.id, branch);
          return versionObject(writes.insertVersion(actor, version));
        },
        write(id, take, object, link) {
          const version = byId.get(id);
          if (!version) return;
          // Moved there: the rows of a linked project follow the service, not the repository.
          const isMoved =
            link && identifierOf(link.shown, version, branch) !== identifierOf(object.shown, version, branch);
          const moved = isMoved ? { identifier: identifierOf(object.shown, version, branch) } : {};
          writes.saveVersion(actor, version, { ...versionWith(version, take), ...moved });
        },
        remove(id) {
          const version = byId.get(id);
          if (version) writes.removeVersion(actor, version);
        },
      },
      pulled.versions,
    );
  }

  function mergeRedirects(tools: MergeTools, { actor, rows, pulled }: Merged): void {
    const site = siteOf(rows.entry);
    const projectId = rows.entry.project.id;
    const byId = new Map(rows.redirects.map((redirect) => [redirect.id, redirect]));
    const objects = rows.redirects.map((redirect) => redirectObject(redirect, site));
    const fieldsOf = new Map(objects.map(({ id, fields }) => [id, fields]));
    const kind: KindOfRows = {
      ...{ kind: 'redirect', objects, newBase: null, canBeDeleted: true },
      isEqual: (local, { fields }) =>
        local.unfit === undefined &&
        ['type', 'from_url', 'to_url'].every((name) => local.fields[name] === fields[name]),
      create(object) {
        const rank = writes.redirects.makeRoom(actor, projectId, 0, undefined);
        return redirectObject(writes.redirects.add(actor, projectId, redirectOf(object.fields), rank), site);
      },
      write(id, take) {
        const redirect = byId.get(id);
        if (redirect && Object.keys(take).length > 0)
          writes.saveRedirect(actor, redirect, fieldsOf.get(id) ?? {}, take);
      },
      remove(id) {
        const redirect = byId.get(id);
        if (redirect) writes.removeRedirect(actor, redirect);
      },
    };
    mergeList(tools, kind, pulled.redirects);
  }

  function mergeVariables(tools: MergeTools, merged: Merged): void {
    const { actor, rows, pulled } = merged;
    const byId = new Map(rows.variables.map((variable) => [variable.id, variable]));
    const changing = namesBeingChanged(tools, merged);
    const projectId = rows.entry.project.id;
    mergeList(
      tools,
      {
        ...{ kind: 'variable', newBase: null, canBeDeleted: true },
        objects: rows.variables.map(variableObject),
        isEqual: ({ key }, { fields }) => key === fields.name,
        create: ({ fields }) => variableObject(writes.insertVariable(actor, projectId, fields)),
        write(id, take) {
          const variable = byId.get(id);
          if (variable && typeof take.public === 'boolean') writes.setPublic(actor, variable, take.public);
        },
        remove(id) {
          const variable = byId.get(id);
          if (variable) writes.removeVariable(actor, variable);
        },
        isHalfDone: ({ fields }) => changing.has(fields.name),
      },
      pulled.variables,
    );
  }

  /** Returns the names under which changes of variables were begun there: the old one is still there beside the new one. */
  function namesBeingChanged(
    { links }: MergeTools,
    { rows, pulled: { variables } }: Merged,
  ): ReadonlySet<Json | undefined> {
    const listed = new Set(variables.objects.map(({ key }) => key));
    const objects = new Map(rows.variables.map((variable) => [variable.id, variableObject(variable)]));
    const names = links.flatMap((link) => {
      if (link.kind !== 'variable' || link.remoteKey === null || !listed.has(link.remoteKey)) return [];
      const step = store.sync.runs.uncertain(link.id)?.step;
      const local = objects.get(link.localId);
      const isLeft = !local || isChangedHere(link, local);
      return step?.action === 'update' && isLeft ? [step.to?.name ?? link.base?.name] : [];
    });
    return new Set(names);
  }

  /** Merges the fields of the project itself; the order of its redirects comes last, once all of them are here. */
  function mergeProject(tools: MergeTools, merged: Merged, link: Link, order: readonly number[]): void {
    const { actor, rows, isAdopted } = merged;
    const { entry } = rows;
    const service = tools.service;
    const there = merged.pulled.redirects;
    const fields: Fields = {
      ...merged.project.fields,
      ...(there.complete && { [REDIRECT_ORDER]: there.objects.map(({ key }) => key) }),
    };
    const own: LocalObject['fields'] = { ...projectFields(entry), [REDIRECT_ORDER]: [...order] };
    const merge = mergeFields({
      base: isAdopted ? null : knownHere(link.base, entry.project),
      local: isAdopted ? own : pickFields(own, pulledFields('project', service)),
      remote: fields,
    });
    const after = projectWith(entry.project, merge.take);
    if (clashes(after, entry.project)) {
      tools.notes.push(
        `The language of ${entry.project.slug} stays: another translation here has the new one.`,
      );
      writes.saveProject(actor, entry.project, { ...after, language: entry.project.language });
    } else writes.saveProject(actor, entry.project, after);
    const remote = orderIn(fields);
    if (remote) {
      const isTheirs = sameOrder(order, remote) || REDIRECT_ORDER in merge.take;
      takeOrder(actor, entry.project.id, link, isTheirs ? remote : withNewKeys(order, remote));
    }
    if (Object.keys(merge.take).length > 0) tools.count();
    storeMerge(tools, link, merged.project, merge);
  }

  function clashes(after: ProjectRows['entry']['project'], before: ProjectRows['entry']['project']): boolean {
    if (after.language === before.language) return false;
    const main = before.translationOf === null ? after : store.projects.byId(before.translationOf)?.project;
    return main !== undefined && hasLanguageClash(store, main, after);
  }

  function takeOrder(actor: Actor, projectId: number, link: Link, order: readonly number[]): void {
    const links = store.sync.links.ofProject(link.id).filter(({ kind }) => kind === 'redirect');
    const idOf = new Map(links.map(({ remoteKey, localId }) => [remoteKey ?? 0, localId]));
    writes.takeOrder(actor, projectId, order, idOf);
  }

  return {
    /** Merges one object of a project that is linked, as it was read alone. */
    mergeOne(tools: MergeTools, actor: Actor, rows: ProjectRows, object: UsableObject, link: Link): void {
      const one = { objects: [object], complete: false };
      const none = { objects: [], complete: false };
      const pulled: RemoteProject = {
        ...{ project: object, subprojects: null, builds: [] },
        versions: object.kind === 'version' ? one : none,
        redirects: object.kind === 'redirect' ? one : none,
        variables: object.kind === 'variable' ? one : none,
      };
      const merged: Merged = { actor, rows, project: object, pulled, isAdopted: false };
      if (object.kind === 'version') mergeVersions(tools, merged);
      if (object.kind === 'redirect') mergeRedirects(tools, merged);
      if (object.kind === 'variable') mergeVariables(tools, merged);
      if (object.kind === 'project') mergeProject(tools, merged, link, orderOf(rows.redirects, tools.links));
    },

    /** Merges everything of a pulled project but its relations. */
    merge(tools: MergeTools, merged: Merged, link: Link): void {
      mergeVersions(tools, merged);
      const before = orderOf(merged.rows.redirects, tools.links);
      mergeRedirects(tools, merged);
      const linked = merged.isAdopted
        ? orderOf(merged.rows.redirects, store.sync.links.ofProject(link.id))
        : before;
      mergeVariables(tools, merged);
      mergeProject(tools, merged, link, linked);
    },
  };
}

/** Returns what was agreed, without a branch that is known here no more: another repository was typed here. */
function knownHere(base: Fields | null, { defaultBranch, remoteBranch }: Project): Fields | null {
  if (!base || defaultBranch !== null || remoteBranch !== null) return base;
  const { default_branch: _, ...known } = base;
  return known;
}

/** Returns an order with the keys that it lacks, each behind the one that is before it there. */
function withNewKeys(order: readonly number[], there: readonly number[]): readonly number[] {
  return there.reduce<number[]>(
    (all, key, index) => withKey(all, key, placeOf(index, there, all)),
    [...order],
  );
}

/** Gives a version its slug there, or a free one where that is taken or none that a path can have. */
export function freeSlugs(taken: readonly string[]): (slug: string) => string {
  const used = new Set(taken);
  const generate = createVersionSlugGenerator(used);
  return (slug) => {
    const isFree = VERSION_SLUG.test(slug) && slug.length <= VERSION_SLUG_MAX && !used.has(slug);
    const given = isFree ? slug : generate(slug);
    used.add(given);
    return given;
  };
}
