import { NotFound } from '../../model/base/problems.ts';
import type { BuildCommand, FinishedCommand, JsonObject, OutputTotals } from '../../model/builds/build.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createOutputBatches } from './output-batches.ts';

/** Something that a running command wrote. */
export type OutputAppended = OutputTotals & { readonly buildId: number; readonly commandId: number };

/**
 * What a runner tells of the commands that it runs. Their begin and end are in the journal, without their text, which
 * may be long; what they write is not, and listeners hear of it. `held` throws for a build that is not the runner's.
 */
export function createBuildCommands(
  { store, access, changes, clock }: ServiceContext,
  claimedBuild: (buildId: number) => { readonly projectId: number },
) {
  const listeners = new Set<(event: OutputAppended) => void>();
  const batches = createOutputBatches(write);

  /** The build or the project may be gone by now, and what was written for it with them. */
  function write(commandId: number, text: string, buildId: number): boolean {
    return store.change(() => {
      if (store.buildCommands.byId(buildId, commandId)?.endTime !== null) return false;
      const event = { buildId, commandId, ...store.buildOutput.append(commandId, text) };
      store.afterCommit(() => {
        for (const listener of listeners) listener(event);
      });
      return true;
    });
  }

  /** @throws NotFound for a command that the build does not run */
  function runningCommand(buildId: number, commandId: number): BuildCommand {
    const command = store.buildCommands.byId(buildId, commandId);
    if (!command || command.endTime !== null) throw new NotFound();
    return command;
  }

  function record(actor: Actor, projectId: number, { buildId, id, exitCode }: BuildCommand): void {
    const after: JsonObject = exitCode === null ? { commandId: id } : { commandId: id, exitCode };
    changes.record(actor, { action: 'build.command', subjectId: buildId, projectId, after });
  }

  return {
    /**
     * Adds a command that has ended to the build's log, with all that it wrote.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    addCommand(actor: Actor, buildId: number, command: FinishedCommand): BuildCommand {
      access.requireOperator(actor);
      return store.change(() => {
        const { projectId } = claimedBuild(buildId);
        const added = store.buildCommands.insert({ ...command, buildId });
        record(actor, projectId, added);
        return added;
      });
    },

    /** Adds a command that begins now; gives its number. @throws NotFound @throws Conflict @throws Forbidden */
    beginCommand(
      actor: Actor,
      buildId: number,
      { command, description = '' }: { readonly command: string; readonly description?: string },
    ): number {
      access.requireOperator(actor);
      return store.change(() => {
        const { projectId } = claimedBuild(buildId);
        const started = store.buildCommands.begin({ buildId, command, description, startTime: clock() });
        record(actor, projectId, started);
        return started.id;
      });
    },

    /**
     * Adds to what a running command wrote. It may be kept for a tenth of a second, so that a program that writes
     * letter by letter costs no more than one that writes pages. Characters must be whole.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    appendOutput(actor: Actor, buildId: number, commandId: number, text: string): void {
      access.requireOperator(actor);
      claimedBuild(buildId);
      if (!batches.has(commandId)) runningCommand(buildId, commandId);
      batches.add(commandId, text, buildId);
    },

    /** Says how a running command ended. @throws NotFound @throws Conflict @throws Forbidden */
    endCommand(
      actor: Actor,
      buildId: number,
      commandId: number,
      { exitCode }: { readonly exitCode: number },
    ): void {
      access.requireOperator(actor);
      store.change(() => {
        const { projectId } = claimedBuild(buildId);
        const command = runningCommand(buildId, commandId);
        batches.flush(commandId);
        store.afterCommit(() => batches.forget(commandId));
        store.buildCommands.end(commandId, exitCode, clock());
        record(actor, projectId, { ...command, exitCode });
      });
    },

    /** Writes what is still kept, and ends what still runs; part of ending a build. */
    endAll(buildId: number): void {
      for (const { id, endTime } of store.buildCommands.ofBuild(buildId)) {
        if (endTime !== null) continue;
        batches.flush(id);
        store.afterCommit(() => batches.forget(id));
      }
      store.buildCommands.abortRunning(buildId, clock());
    },

    /** Calls `listener` for all that running commands write, once it is kept; gives the function that ends this. */
    onOutput(listener: (event: OutputAppended) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
