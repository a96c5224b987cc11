import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { TrashEntry } from '../../store/tables/journal/trash.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { requireRestorable } from './trash-checks.ts';

/** How long what was removed can be restored. In microseconds. */
export const TRASH_RETENTION = 30 * 86_400 * 1_000_000;

/** Lists, restores and empties what was removed. */
export function createTrash({ store, access, changes, machineClock }: ServiceContext) {
  function empty(actor: Actor, before: number): number {
    access.requireOperator(actor);
    return store.change(() => {
      const count = store.trash.dropOlder(before);
      if (count > 0) changes.record(actor, { action: 'trash.empty', before: { count } });
      return count;
    });
  }

  /** Restores an item for undo, which has checked access. @throws Conflict when it does not fit what exists now */
  function restoreItem(actor: Actor, trash: TrashEntry): void {
    store.change(() => {
      requireRestorable(store, trash);
      store.trash.restore(trash);
      const { kind, subjectId } = trash;
      const project = store.projects.byId(subjectId)?.project;
      const variable = store.environmentVariables.byId(subjectId);
      const version = store.versions.byId(subjectId);
      if (kind === 'project' && project) {
        const after = { ...project };
        changes.record(actor, { action: 'project.restore', subjectId, projectId: subjectId, after });
      } else if (kind === 'version' && version) {
        changes.recordCreated(actor, 'version.create', version);
      } else if (kind === 'environment-variable' && variable) {
        const { projectId } = variable;
        const after = { ...variable };
        changes.record(actor, { action: 'environment-variable.restore', subjectId, projectId, after });
      } else if (kind === 'integration' || kind === 'build-webhook') {
        const table = kind === 'integration' ? store.integrations : store.buildWebhooks;
        const projectId = table.byId(subjectId)?.projectId;
        const after = { name: trash.name };
        const action = kind === 'integration' ? 'integration.restore' : 'build-webhook.restore';
        changes.record(actor, {
          action,
          subjectId,
          ...(projectId && { projectId }),
          after,
        });
      }
    });
  }

  return {
    restoreItem,

    /** Lists the trash, newest first. @throws Forbidden unless asked at this machine */
    list(actor: Actor): TrashEntry[] {
      access.requireOperator(actor);
      return store.trash.all();
    },

    /**
     * Restores an item with the ids that it had, no matter who removed it.
     * @throws NotFound @throws Conflict when it does not fit what exists now @throws Forbidden unless asked at this machine
     */
    restore(actor: Actor, id: number): void {
      access.requireOperator(actor);
      store.change(() => {
        const trash = store.trash.byId(id);
        if (!trash) throw new NotFound('That is no longer in the trash.');
        if (trash.kind === 'environment-variable' && store.environmentVariables.byId(trash.subjectId)) {
          throw new Conflict(`The variable ${trash.name} still exists; this is an earlier value of it.`);
        }
        restoreItem(actor, trash);
      });
    },

    /** Deletes all of it for good; returns how many items. @throws Forbidden unless asked at this machine */
    empty: (actor: Actor): number => empty(actor, Number.MAX_SAFE_INTEGER),

    /** Deletes what has been there for 30 days. @throws Forbidden unless asked at this machine */
    emptyOld: (actor: Actor): number => empty(actor, machineClock() - TRASH_RETENTION),
  };
}

export type TrashService = ReturnType<typeof createTrash>;
