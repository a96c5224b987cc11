import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import {
  isBuildable,
  mayBuild,
  notTrustedMessage,
  PULL_REQUESTS_OFF,
} from '../../model/builds/build-trust.ts';
import type { BuildToolSource } from '../../model/projects/project.ts';
import type { BuildResult, QueuedBuild } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { RESERVED_TWICE } from '../../services/versions/version-refs.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { type BuildState, openBuildState } from '../kept/build-state.ts';
import type { Isolation } from '../process/isolation.ts';
import { memoryLimitBytes, openMemoryLimit } from '../process/memory-limit.ts';
import type { PublishedPages } from '../publish/published-pages.ts';
import { playScript } from '../scripted/play-script.ts';
import { BuildAborted } from './build-problem.ts';
import { putAside } from './ended-builds.ts';
import { CACHE_FOLDER } from './prune-cache.ts';
import { type BuildRunOptions, runBuild } from './run-build.ts';
import { syncProject } from './sync-repositories.ts';

/** What the queue passes to each build. */
export type BuildJobOptions = {
  readonly services: Services;
  /** Each build has a folder here while it runs. */
  readonly workFolder: string;
  readonly pages: PublishedPages;
  readonly isolation: Isolation;
  /** Run every project's code without asking (safety S12). */
  readonly trustAll: boolean;
  /** What all projects build with; absent: what each says. */
  readonly buildTools?: BuildToolSource | undefined;
  readonly log: (line: string) => void;
};

const MB = 1024 * 1024;
const runner = systemActor('runner');

/**
 * Runs a dequeued build and returns how it ended, to be written by `finishBuild`; undefined when the build is gone or
 * was ended by someone else. Never throws.
 */
export async function runBuildJob(
  build: BuildEntry,
  options: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildResult | undefined> {
  const { log } = options;
  const { id } = build;
  const state = openBuildState(options.workFolder, build.versionId);
  const { folder } = state;
  try {
    return await buildAndPlace(build, state, options, signal);
  } catch (error) {
    if (isNoLongerRunning(error)) return undefined;
    if (!signal.aborted) log(`Build ${id} failed: ${error instanceof Error ? error.stack : 'unknown error'}`);
    return { success: false, error: signal.aborted ? abortReason(signal) : internalErrorMessage(id) };
  } finally {
    await putAside(folder, options.workFolder).catch((error: unknown) =>
      log(
        `The work folder of build ${id} could not be removed: ${error instanceof Error ? error.message : ''}`,
      ),
    );
    state.release();
  }
}

async function buildAndPlace(
  build: BuildEntry,
  state: BuildState,
  options: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { services, trustAll, log } = options;
  const { folder } = state;
  const { builder } = services.buildRuns.load(runner, build.id).project;
  if (builder !== null) return playAndPlace(build, builder, folder, options, signal);
  const unsynced = services.versionSync.ofProject(build.projectId);
  const problem = unsynced && (await syncProject(services, unsynced, signal));
  if (problem === RESERVED_TWICE) return { success: false, error: problem };
  // Read after the sync, which may have moved the version to another commit or removed it.
  const queuedBuild = withTools(services.buildRuns.load(runner, build.id), options.buildTools);
  const { project, version } = queuedBuild;
  const refusal = refusalOf(queuedBuild, trustAll);
  if (refusal !== undefined) {
    // The API and events queue such a build, since their answer promises one (behaviour.md 9 and 16).
    log(`Build ${build.id} of ${project.slug} (${version.slug}) did not run: ${refusal}`);
    return { success: false, error: refusal };
  }
  const outcome = await runBuild(queuedBuild, await buildRunOptions(queuedBuild, state, options, signal));
  const { stage, ...result } = outcome;
  if (signal.aborted) {
    const { commit } = outcome;
    return { success: false, error: abortReason(signal), ...(commit !== undefined && { commit }) };
  }
  if (!result.success || stage === undefined) return result;
  reports(services, build.id).report({ state: 'uploading' });
  options.pages.place(version.id, build.id, stage);
  return { ...result, pages: true };
}

/** Plays the script of the project's builder, as the service would have run the build. */
async function playAndPlace(
  { id, versionId }: BuildEntry,
  builder: string,
  folder: string,
  options: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { services, pages } = options;
  const script = services.buildScripts.ofBuilder(builder);
  if (!script) return { success: false, error: `There is no build script for "${builder}".` };
  const stage = join(folder, 'stage');
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  const { stage: staged, ...result } = await playScript(script, {
    stage,
    speed: services.settings.get(runner, 'scriptSpeed') ?? (services.playedBuilds.played() ? 0 : 1),
    signal,
    ...reports(services, id),
    untilAdvanced: () => services.playedBuilds.untilAdvanced(runner, id, signal),
  });
  if (signal.aborted) return { success: false, error: abortReason(signal) };
  if (staged === undefined) return result;
  reports(services, id).report({ state: 'uploading' });
  pages.place(versionId, id, staged);
  return { ...result, pages: true };
}

/** Returns how a build tells of its progress and its commands. */
function reports(services: Services, id: number): Pick<BuildRunOptions, 'report' | 'commandLog'> {
  return {
    report: (progress) => services.buildRuns.progress(runner, id, progress),
    commandLog: {
      begin: (command, description = '') =>
        services.buildRuns.beginCommand(runner, id, { command, description }),
      append: (commandId, text) => services.buildRuns.appendOutput(runner, id, commandId, text),
      end: (commandId, exitCode) => services.buildRuns.endCommand(runner, id, commandId, { exitCode }),
    },
  };
}

/** Returns a build that uses these tools, whatever its project says. */
function withTools(queued: QueuedBuild, buildTools: BuildToolSource | undefined): QueuedBuild {
  return buildTools === undefined ? queued : { ...queued, project: { ...queued.project, buildTools } };
}

/** Returns why the code of a build may not run here (safety S12); undefined when it may. */
function refusalOf({ project, version }: QueuedBuild, trustAll: boolean): string | undefined {
  if (!trustAll && !mayBuild(project)) return notTrustedMessage(project);
  return isBuildable(project, version) ? undefined : PULL_REQUESTS_OFF;
}

async function buildRunOptions(
  { build, project }: QueuedBuild,
  state: BuildState,
  { services, workFolder, isolation }: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildRunOptions> {
  const { id } = build;
  const cacheFolder = join(workFolder, CACHE_FOLDER);
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const settings = services.settings.all(runner);
  const { buildMinutes, outputMegabytes, acceptInstalledCopies, buildMemoryMegabytes, keepEnvironmentDays } =
    settings;
  const memoryBytes = memoryLimitBytes(buildMemoryMegabytes);
  const variables = await services.environmentVariables.forBuild(project.id);
  const names = services.environmentVariables.namesForBuild(project.id);
  return {
    folder: state.folder,
    keeping: { state, isFromScratch: build.mode === 'scratch', environmentDays: keepEnvironmentDays },
    cacheFolder,
    isolation,
    acceptsInstalledCopies: acceptInstalledCopies,
    signal,
    variables: [...variables].map(([name, value]) => ({
      name,
      value,
      isPublic: names.public.includes(name),
    })),
    withoutValue: names.withoutValue,
    limits: {
      ...{ seconds: buildMinutes * 60, outputBytes: outputMegabytes * MB },
      memory: memoryBytes === undefined ? undefined : await openMemoryLimit(memoryBytes),
    },
    ...reports(services, id),
  };
}

/**
 * Writes the end of a build, then removes the pages that nobody serves any more: its own when they were not published,
 * else those that they replaced.
 * @throws StorageFull and other write errors; nothing is changed then, and it can be called again
 */
export function finishBuild(
  { id, versionId }: Pick<BuildEntry, 'id' | 'versionId'>,
  result: BuildResult,
  { services, pages, log }: Pick<BuildJobOptions, 'services' | 'pages' | 'log'>,
): void {
  let unservedBuildId: number | null = id;
  try {
    const { isPublished, replacedBuildId } = services.buildRuns.finish(runner, id, result);
    if (isPublished) unservedBuildId = replacedBuildId;
  } catch (error) {
    if (!isNoLongerRunning(error)) throw error;
    if (services.servedPages.states(runner)(versionId, id).state === 'served') return;
  }
  if (unservedBuildId === null) return;
  try {
    pages.remove(versionId, unservedBuildId);
  } catch (error) {
    // The page maintenance removes them later.
    log(`Old pages could not be removed: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}

/** Whether the build was removed with its project or version, or ended by someone else. */
function isNoLongerRunning(error: unknown): boolean {
  return error instanceof NotFound || error instanceof Conflict;
}

function abortReason({ reason }: AbortSignal): string {
  return reason instanceof BuildAborted ? reason.message : 'This build was ended.';
}

function internalErrorMessage(id: number): string {
  return `Something went wrong in Lectern itself while building. Retry; if it happens again, its log has the cause (build ${id}).`;
}
