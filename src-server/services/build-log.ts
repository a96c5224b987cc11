import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../model/build.ts';
import { type BuildOutcome, buildOutcome } from '../model/build-outcome.ts';
import { NotFound } from '../model/problems.ts';
import type { Timestamp } from '../model/timestamp.ts';
import type { CommandHead } from '../store/build-commands.ts';
import type { BuildEntry } from '../store/builds.ts';
import type { Actor } from './actor.ts';
import type { BuildsService } from './builds.ts';
import type { ServiceContext } from './context.ts';
import {
  findLines,
  type LinesFound,
  type LineWindow,
  lineWindow,
  type OutputLines,
  readLines,
} from './output-lines.ts';
import { markOutput, type OutputMarks } from './output-marks.ts';
import { usualDuration } from './usual-duration.ts';

/** A build with its commands but without their output. */
export type BuildDetail = Omit<BuildEntry, 'configText'> & {
  readonly outcome: BuildOutcome;
  readonly projectName: string;
  readonly versionName: string;
  readonly config: JsonObject;
  /** Who asked for it and through which door; null for a build that came with a file. For its maintainers. */
  readonly startedBy: { readonly username: string | null; readonly door: string } | null;
  /** When a runner took it; null while it waits, and for builds that came with a file. */
  readonly started: Timestamp | null;
  /** How many builds wait before this one; null once it waits no longer. */
  readonly queuedBefore: number | null;
  /** How many seconds a good build of the project takes; null while none is known. */
  readonly usualDuration: number | null;
  readonly commands: readonly CommandSummary[];
};

/** A command without its output, and how long that is. */
export type CommandSummary = CommandHead & { readonly lines: number };

/** Outputs looked at last, in bytes. */
const KEPT_OUTPUT = 64 * 1024 * 1024;
const KEPT_SUMMARIES = 2000;
/** Search results beyond this are of no use to anybody. */
const MOST_FOUND = 2000;

/** A build with its log, read in windows: an output may have a million lines. */
export function createBuildLog(context: ServiceContext, builds: BuildsService) {
  const { store, access } = context;
  // An output is written once, when its command has ended, and ids are never given twice.
  const outputs = new LRUCache<number, OutputLines>({
    maxSize: KEPT_OUTPUT,
    sizeCalculation: ({ bytes, starts }) => bytes.length + starts.byteLength + 1,
  });
  const summaries = new LRUCache<number, CommandSummary>({ max: KEPT_SUMMARIES });
  const marks = new LRUCache<number, OutputMarks>({ max: KEPT_SUMMARIES });

  /** @throws NotFound also for a build that the actor may not see */
  function visible(actor: Actor, buildId: number): BuildEntry {
    const build = store.builds.byId(buildId);
    if (!build) throw new NotFound();
    return builds.get(actor, build.projectSlug, undefined, buildId);
  }

  /** @throws NotFound */
  function outputOf(buildId: number, commandId: number): OutputLines {
    const known = outputs.get(commandId);
    if (known) return known;
    const bytes = store.buildCommands.outputOf(buildId, commandId);
    if (!bytes) throw new NotFound();
    const lines = readLines(bytes);
    outputs.set(commandId, lines);
    return lines;
  }

  function summaryOf(buildId: number, commandId: number): CommandSummary | undefined {
    const known = summaries.get(commandId);
    if (known) return known;
    const head = store.buildCommands.head(commandId);
    if (!head) return undefined;
    const summary = { ...head, lines: outputOf(buildId, commandId).starts.length };
    summaries.set(commandId, summary);
    return summary;
  }

  function marksOf(buildId: number, commandId: number): OutputMarks {
    const known = marks.get(commandId) ?? markOutput(outputOf(buildId, commandId));
    marks.set(commandId, known);
    return known;
  }

  /** @throws NotFound for a command that is not the build's */
  function checked(buildId: number, commandId: number): void {
    if (!store.buildCommands.idsOf(buildId).includes(commandId)) throw new NotFound();
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
          commands: store.buildCommands.idsOf(buildId).flatMap((id) => summaryOf(buildId, id) ?? []),
        };
      });
    },

    /** At most `count` lines of a command's output from line `from` on; lines count from 1. @throws NotFound */
    output(actor: Actor, buildId: number, commandId: number, from: number, count: number): LineWindow {
      visible(actor, buildId);
      checked(buildId, commandId);
      return lineWindow(outputOf(buildId, commandId), from, count);
    },

    /** The whole output of a command as it was written. @throws NotFound */
    raw(actor: Actor, buildId: number, commandId: number): string {
      visible(actor, buildId);
      checked(buildId, commandId);
      return outputOf(buildId, commandId).bytes.toString('utf8');
    },

    /** The errors and warnings of each command, in order. @throws NotFound */
    marks(actor: Actor, buildId: number): readonly (OutputMarks & { readonly commandId: number })[] {
      visible(actor, buildId);
      return store.buildCommands.idsOf(buildId).map((id) => ({ commandId: id, ...marksOf(buildId, id) }));
    },

    /** Which lines of which commands hold a text, case and colours aside; 2,000 of them at most. @throws NotFound */
    find(
      actor: Actor,
      buildId: number,
      text: string,
    ): readonly (LinesFound & { readonly commandId: number })[] {
      visible(actor, buildId);
      let left = MOST_FOUND;
      return store.buildCommands.idsOf(buildId).flatMap((id) => {
        const found = findLines(outputOf(buildId, id), text, left);
        left -= found.lines.length;
        return found.lines.length > 0 || found.more ? [{ commandId: id, ...found }] : [];
      });
    },
  };
}

export type BuildLog = ReturnType<typeof createBuildLog>;
