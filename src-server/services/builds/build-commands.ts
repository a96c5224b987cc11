import { NotFound } from '../../model/base/problems.ts';
import type { BuildCommand, FinishedCommand, OutputTotals } from '../../model/builds/build.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createOutputBatches } from './output-batches.ts';

/** How much a running command has written so far. */
export type OutputAppended = OutputTotals & { readonly buildId: number; readonly commandId: number };

/**
 * Records the commands that a runner runs. Listeners get their begin, output and end as signals; none of it is
 * journalled. `claimedBuild` throws for a build that the runner does not hold.
 */
export function createBuildCommands(
  { store, access, changes, clock }: ServiceContext,
  claimedBuild: (buildId: number) => { readonly projectId: number },
) {
  const listeners = new Set<(event: OutputAppended) => void>();
  const batches = createOutputBatches<OutputTotals>({
    // The build or its project may be removed by now, and its commands with it.
    write: (commandId, text, buildId) =>
      store.change(() =>
        store.buildCommands.byId(buildId, commandId)?.endTime === null
          ? store.buildOutput.append(commandId, text)
          : undefined,
      ),
    notify(commandId, totals, buildId) {
      for (const listener of listeners) listener({ buildId, commandId, ...totals });
    },
    afterCommit: store.afterCommit,
  });

  /** @throws NotFound for a command that the build does not run */
  function runningCommand(buildId: number, commandId: number): BuildCommand {
    const command = store.buildCommands.byId(buildId, commandId);
    if (!command || command.endTime !== null) throw new NotFound();
    return command;
  }

  function signal(subjectId: number, projectId: number): void {
    changes.signal({ action: 'build.command', subjectId, projectId });
  }

  return {
    /**
     * Adds a command that has ended, with all its output, to the build's log.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    addCommand(actor: Actor, buildId: number, command: FinishedCommand): BuildCommand {
      access.requireOperator(actor);
      return store.change(() => {
        const { projectId } = claimedBuild(buildId);
        const added = store.buildCommands.insert({ ...command, buildId });
        signal(buildId, projectId);
        return added;
      });
    },

    /** Adds a command that begins now; returns its id. @throws NotFound @throws Conflict @throws Forbidden */
    beginCommand(
      actor: Actor,
      buildId: number,
      { command, description = '' }: { readonly command: string; readonly description?: string },
    ): number {
      access.requireOperator(actor);
      return store.change(() => {
        const { projectId } = claimedBuild(buildId);
        const started = store.buildCommands.begin({ buildId, command, description, startTime: clock() });
        signal(buildId, projectId);
        return started.id;
      });
    },

    /**
     * Adds output of a running command, in whole characters. It may be kept for a quarter of a second, so that a program
     * that writes letter by letter costs no more than one that writes pages.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    appendOutput(actor: Actor, buildId: number, commandId: number, text: string): void {
      access.requireOperator(actor);
      claimedBuild(buildId);
      if (!batches.has(commandId)) runningCommand(buildId, commandId);
      batches.add(commandId, text, buildId);
    },

    /** Ends a running command. @throws NotFound @throws Conflict @throws Forbidden */
    endCommand(
      actor: Actor,
      buildId: number,
      commandId: number,
      { exitCode }: { readonly exitCode: number },
    ): void {
      access.requireOperator(actor);
      store.change(() => {
        const { projectId } = claimedBuild(buildId);
        runningCommand(buildId, commandId);
        batches.flush(commandId);
        store.afterCommit(() => batches.forget(commandId));
        store.buildCommands.end(commandId, exitCode, clock());
        signal(buildId, projectId);
      });
    },

    /** Writes kept output and ends the commands that still run; part of ending a build. */
    endAll(buildId: number): void {
      for (const { id, endTime } of store.buildCommands.ofBuild(buildId)) {
        if (endTime !== null) continue;
        batches.flush(id);
        store.afterCommit(() => batches.forget(id));
      }
      store.buildCommands.abortRunning(buildId, clock());
    },

    /** Calls `listener` after output of running commands is stored; returns the function that unsubscribes it. */
    onOutput(listener: (event: OutputAppended) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
