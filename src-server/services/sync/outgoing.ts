import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../../model/base/problems.ts';
import { projectDifferences } from '../../model/sync/differences.ts';
import { type ProjectDifferences, planOf, type Step } from '../../model/sync/plan.ts';
import type { StepKind } from '../../model/sync/sync-fields.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { OutgoingProject } from '../../store/tables/sync/remote-catalogue.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { readLocalProject } from './rows/local-projects.ts';

/** A change that is not sent, and why. */
export type HeldChange = {
  readonly kind: StepKind;
  readonly key: string;
  readonly project: string;
  readonly reason: string;
};

/** Projects that one turn of the event loop compares: about 10 ms. */
const PROJECTS_AT_ONCE = 10;
/** Projects that are counted before a screen is answered: about 40 ms. */
const COUNTED_AT_ONCE = 50;
/** Projects after which windows are told how far the counting is. */
const PROJECTS_A_SIGNAL = 500;

/** Creates what finds the changes to push: the difference between rows and what was last agreed, not a log of edits. */
export function createOutgoing({ store, access, changes }: ServiceContext) {
  /** Countings under way, by remote. */
  const counting = new Map<number, Promise<void>>();

  function requireRemote(actor: Actor, remoteId: number): void {
    access.requireOperator(actor);
    if (!store.sync.remotes.byId(remoteId)) throw new NotFound('There is no such remote.');
  }

  function differencesOf(linkId: number): ProjectDifferences | undefined {
    const link = store.sync.links.byId(linkId);
    const local = link?.kind === 'project' ? readLocalProject(store, link) : undefined;
    if (!local) return undefined;
    return { slug: local.project.key, projectLink: linkId, differences: projectDifferences(local) };
  }

  function count(linkIds: readonly number[]): void {
    store.change(() => {
      for (const linkId of linkIds)
        store.sync.links.setOutgoing(linkId, differencesOf(linkId)?.differences.length ?? 0);
    });
  }

  function signal(remoteId: number): void {
    changes.signal({ action: 'sync.count', subjectId: remoteId, projectId: null });
  }

  async function countAll(remoteId: number): Promise<void> {
    for (;;) {
      const pending = store.sync.links.uncounted(remoteId);
      if (pending.length === 0) return;
      for (let start = 0; start < pending.length; start += PROJECTS_AT_ONCE) {
        count(pending.slice(start, start + PROJECTS_AT_ONCE));
        if (start % PROJECTS_A_SIGNAL === PROJECTS_A_SIGNAL - PROJECTS_AT_ONCE) signal(remoteId);
        await setImmediate();
      }
      signal(remoteId);
    }
  }

  /** Counts the changes of projects that were marked since they were last counted. */
  async function refresh(actor: Actor, remoteId: number): Promise<void> {
    requireRemote(actor, remoteId);
    const running = counting.get(remoteId);
    if (running) return running;
    if (store.sync.links.uncounted(remoteId).length === 0) return;
    const work = countAll(remoteId).finally(() => counting.delete(remoteId));
    counting.set(remoteId, work);
    await work;
  }

  /** Yields the links of these projects, or of all that are not known to be without changes. */
  function* changedLinks(remoteId: number, projects: readonly string[] | undefined): Generator<number> {
    if (projects === undefined) for (const { linkId } of store.sync.links.withChanges(remoteId)) yield linkId;
    for (const slug of new Set(projects)) {
      const link = store.sync.links.byLocal('project', store.projects.idOf(slug) ?? 0);
      if (link?.remoteId === remoteId) yield link.id;
    }
  }

  return {
    refresh,

    /**
     * Counts a few marked projects now and the others in the background, of which windows are told.
     * @throws Forbidden @throws NotFound
     */
    refreshSoon(actor: Actor, remoteId: number): void {
      requireRemote(actor, remoteId);
      if (counting.has(remoteId)) return;
      const pending = store.sync.links.uncounted(remoteId);
      if (pending.length > 0) count(pending.slice(0, COUNTED_AT_ONCE));
      // What keeps the others from being counted is met again, and thrown, when they are first in turn.
      if (pending.length > COUNTED_AT_ONCE) refresh(actor, remoteId).catch(() => {});
    },

    /**
     * Lists the linked projects with changes to push, by slug; `pending` counts those that `refresh` has to count first.
     * @throws Forbidden @throws NotFound
     */
    outgoing(
      actor: Actor,
      remoteId: number,
      { text = '' }: { readonly text?: string },
      request: PageRequest,
    ): Page<OutgoingProject> & { readonly pending: number; readonly changes: number } {
      requireRemote(actor, remoteId);
      const { pending, changes } = store.sync.catalogue.counts(remoteId);
      return {
        ...store.sync.catalogue.outgoing(remoteId, text.trim().toLowerCase(), request),
        pending,
        changes,
      };
    },

    /**
     * Returns the steps of a push in their order, and the changes that cannot be sent now. @throws Forbidden @throws NotFound
     */
    async plan(
      actor: Actor,
      remoteId: number,
      { projects, only }: { readonly projects?: readonly string[]; readonly only?: readonly string[] } = {},
    ): Promise<{ readonly steps: Step[]; readonly held: HeldChange[] }> {
      // Projects that are named are compared whether they were counted or not.
      if (projects === undefined) await refresh(actor, remoteId);
      else requireRemote(actor, remoteId);
      const found: ProjectDifferences[] = [];
      let compared = 0;
      for (const linkId of changedLinks(remoteId, projects)) {
        compared += 1;
        if (compared % PROJECTS_AT_ONCE === 0) await setImmediate();
        const differences = store.read(() => differencesOf(linkId));
        if (differences) found.push(differences);
      }
      const ids = only && new Set(only);
      const all = planOf(found).filter(({ id }) => !ids || ids.has(id));
      return {
        steps: all.filter(({ blocked }) => blocked === null),
        held: all.flatMap(({ kind, key, project, blocked: reason }) =>
          reason === null ? [] : [{ kind, key, project, reason }],
        ),
      };
    },
  };
}
