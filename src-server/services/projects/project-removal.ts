import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { ProjectContents } from '../../store/tables/journal/trash.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Error of a build that was running when its project was removed. */
export const PROJECT_REMOVED_MESSAGE =
  'The project was removed while this build was running. Trigger it again.';

/** Creates the service that removes projects, which the public API cannot do (behaviour.md 7). */
export function createProjectRemoval({ store, access, changes, clock, machineClock }: ServiceContext) {
  /**
   * Finishes a running build of the project. Later reports of its runner are refused (services/builds/build-runs.ts). A
   * restored build must not seem to run forever (safety R5).
   */
  function endBuild(actor: Actor, build: BuildEntry): void {
    const after = { state: 'finished', success: false, error: PROJECT_REMOVED_MESSAGE } as const;
    store.builds.update({ ...build, ...after });
    store.buildCommands.abortRunning(build.id, clock());
    const before = { state: build.state, success: build.success, error: build.error };
    changes.record(actor, {
      action: 'build.finish',
      subjectId: build.id,
      projectId: build.projectId,
      before,
      after,
    });
  }

  return {
    /** Counts what a removal deletes with the project. @throws NotFound @throws Forbidden */
    contents(actor: Actor, slug: string): ProjectContents {
      return store.trash.contentsOf(access.maintained(actor, slug).id);
    },

    /**
     * Moves a project with everything in it to the trash; undo restores all of it with the same ids. Its subprojects
     * and translations stay, without the relation (behaviour.md 11).
     * @throws NotFound @throws Forbidden
     */
    remove(actor: Actor, slug: string): void {
      store.change(() => {
        const project = access.maintained(actor, slug);
        for (const build of store.builds.claimed()) {
          if (build.projectId === project.id) endBuild(actor, build);
        }
        const { batch } = changes.record(actor, {
          action: 'project.delete',
          subjectId: project.id,
          projectId: project.id,
          before: { ...project, contents: { ...store.trash.contentsOf(project.id) } },
        });
        const user = userOf(actor);
        store.trash.moveProject({
          removed: machineClock(),
          subjectId: project.id,
          name: project.slug,
          userId: user?.id ?? null,
          username: user?.username ?? null,
          batch,
        });
      });
    },
  };
}

export type ProjectRemoval = ReturnType<typeof createProjectRemoval>;
