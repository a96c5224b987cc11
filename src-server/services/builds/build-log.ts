import { NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { BuildCommand, JsonObject } from '../../model/builds/build.ts';
import { type BuildOutcome, buildOutcome } from '../../model/builds/build-outcome.ts';
import type { DiagnosticLines } from '../../store/tables/builds/build-output.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { BuildsService } from './builds.ts';
import {
  createOutputReader,
  type OutputMatches,
  type OutputPart,
  type OutputWindow,
} from './output-reader.ts';
import { usualDuration } from './usual-duration.ts';

/** A build with its commands but without their output. */
export type BuildDetail = Omit<BuildEntry, 'configText'> & {
  readonly outcome: BuildOutcome;
  readonly projectName: string;
  readonly versionName: string;
  readonly config: JsonObject;
  /** Who triggered it and through which entry point, for its maintainers; null for a build of a seed file. */
  readonly startedBy: { readonly username: string | null; readonly door: string } | null;
  /** When a runner took it; null while it waits, and for builds of a seed file. */
  readonly started: Timestamp | null;
  /** How many builds wait before this one; null once it no longer waits. */
  readonly queuedBefore: number | null;
  /** How many seconds a successful build of the project takes; null while unknown. */
  readonly usualDuration: number | null;
  /** When the output of its commands was pruned; null when it was not. */
  readonly logRemoved: Timestamp | null;
  /** Finished commands, and the running one. */
  readonly commands: readonly BuildCommand[];
};

/** Creates the reader of builds with their logs, in windows, since an output may have a million lines. */
export function createBuildLog(context: ServiceContext, builds: BuildsService) {
  const { store, access } = context;
  const reader = createOutputReader(store);

  /** @throws NotFound also for a build that the actor may not see */
  function visible(actor: Actor, buildId: number): BuildEntry {
    const build = store.builds.byId(buildId);
    if (!build) throw new NotFound();
    return builds.get(actor, build.projectSlug, undefined, buildId);
  }

  /** @throws NotFound for what the actor may not see, and for a command that is not the build's */
  function visibleCommand(actor: Actor, buildId: number, commandId: number): BuildCommand {
    visible(actor, buildId);
    const command = store.buildCommands.byId(buildId, commandId);
    if (!command) throw new NotFound();
    return command;
  }

  return {
    /** @throws NotFound */
    get(actor: Actor, buildId: number): BuildDetail {
      return store.read(() => {
        const { configText, ...build } = visible(actor, buildId);
        const isQueued = build.state === 'triggered';
        const maintains = access.maintains(actor, build.projectId);
        return {
          ...build,
          outcome: buildOutcome(build),
          projectName: store.projects.plainBySlug(build.projectSlug)?.name ?? build.projectSlug,
          versionName: store.versions.byId(build.versionId)?.verboseName ?? build.versionSlug,
          config: JSON.parse(configText) as JsonObject,
          startedBy: (maintains && store.journal.triggerOf(buildId)) || null,
          started: store.builds.claimedAt(buildId),
          queuedBefore: isQueued ? store.buildHistory.queuedBefore(build) : null,
          usualDuration: usualDuration(store, build.projectId),
          logRemoved: store.buildLogs.removedAt(buildId),
          commands: store.buildCommands.ofBuild(buildId),
        };
      });
    },

    /** Returns at most `count` lines of a command's output from line `from` on, counted from 1. @throws NotFound */
    output(actor: Actor, buildId: number, commandId: number, from: number, count: number): OutputWindow {
      return store.read(() =>
        reader.window(visibleCommand(actor, buildId, commandId), Math.max(1, from), count),
      );
    },

    /** Returns a piece of a command's raw output, counted from 0. @throws NotFound */
    raw(actor: Actor, buildId: number, commandId: number, piece: number): OutputPart {
      return store.read(() => reader.piece(visibleCommand(actor, buildId, commandId), piece));
    },

    /** Returns the first errors and warnings of each command, in order. @throws NotFound */
    marks(actor: Actor, buildId: number): readonly (DiagnosticLines & { readonly commandId: number })[] {
      return store.read(() => {
        visible(actor, buildId);
        return store.buildCommands
          .ofBuild(buildId)
          .filter(({ errors, warnings }) => errors + warnings > 0)
          .map(({ id }) => ({ commandId: id, ...store.buildOutput.diagnosticsOf(id) }));
      });
    },

    /** Finds at most 2,000 lines that contain a text, ignoring case and colours. @throws NotFound */
    async find(actor: Actor, buildId: number, text: string): Promise<readonly OutputMatches[]> {
      visible(actor, buildId);
      return reader.find(store.buildCommands.ofBuild(buildId), text);
    },
  };
}

export type BuildLog = ReturnType<typeof createBuildLog>;
