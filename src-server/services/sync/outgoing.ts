import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../../model/base/problems.ts';
import { projectDifferences } from '../../model/sync/differences.ts';
import { type ProjectDifferences, planOf, type Step } from '../../model/sync/plan.ts';
import type { SyncKind } from '../../model/sync/sync-fields.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { OutgoingProject } from '../../store/tables/sync/remote-catalogue.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { readLocalProject } from './rows/local-projects.ts';

/** A change that is not sent, and why. */
export type HeldChange = {
  readonly kind: SyncKind;
  readonly key: string;
  readonly project: string;
  readonly reason: string;
};

/** Projects that one turn of the event loop compares: about 10 ms. */
const PROJECTS_AT_ONCE = 10;

/** Creates what finds the changes to push: the difference between rows and what was last agreed, not a log of edits. */
export function createOutgoing({ store, access }: ServiceContext) {
  function requireRemote(actor: Actor, remoteId: number): void {
    access.requireOperator(actor);
    if (!store.sync.remotes.byId(remoteId)) throw new NotFound('There is no such remote.');
  }

  function differencesOf(linkId: number): ProjectDifferences | undefined {
    const link = store.sync.links.byId(linkId);
    const local = link && readLocalProject(store, link);
    if (!local) return undefined;
    return { slug: local.project.key, projectLink: linkId, differences: projectDifferences(local) };
  }

  function count(linkId: number): void {
    store.sync.links.setOutgoing(linkId, differencesOf(linkId)?.differences.length ?? 0);
  }

  /** Counts the changes of projects that were marked since they were last counted. */
  async function refresh(actor: Actor, remoteId: number): Promise<void> {
    requireRemote(actor, remoteId);
    const pending = store.sync.links.uncounted(remoteId);
    for (let start = 0; start < pending.length; start += PROJECTS_AT_ONCE) {
      if (start > 0) await setImmediate();
      store.change(() => {
        for (const linkId of pending.slice(start, start + PROJECTS_AT_ONCE)) count(linkId);
      });
    }
  }

  return {
    refresh,

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
      await refresh(actor, remoteId);
      const wanted = projects && new Set(projects);
      const found: ProjectDifferences[] = [];
      for (const [index, { linkId, localId }] of store.sync.links.withChanges(remoteId).entries()) {
        if (index % PROJECTS_AT_ONCE === PROJECTS_AT_ONCE - 1) await setImmediate();
        if (wanted && !wanted.has(store.projects.byId(localId)?.project.slug ?? '')) continue;
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
