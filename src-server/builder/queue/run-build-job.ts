import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { isTrusted, notTrustedMessage } from '../../model/builds/build-trust.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import type { BuildResult, QueuedBuild } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { RESERVED_TWICE } from '../../services/versions/version-refs.ts';
import type { PublishedPages } from '../publish/published-pages.ts';
import { BuildAborted } from './build-aborted.ts';
import { type BuildRunOptions, runBuild } from './run-build.ts';
import { syncProject } from './sync-repositories.ts';

/** What the queue gives each build. */
export type BuildJobOptions = {
  readonly services: Services;
  /** Where builds work; each has a folder there while it runs. */
  readonly workFolder: string;
  readonly pages: PublishedPages;
  /** Run every project's code without asking (safety S12). */
  readonly trustAll: boolean;
  readonly log: (line: string) => void;
};

const MB = 1024 * 1024;
const runner = systemActor('runner');

/** Takes one build from its hand-out to its end, whatever happens on the way. */
export async function runBuildJob(
  queuedBuild: QueuedBuild,
  options: BuildJobOptions,
  signal: AbortSignal,
): Promise<void> {
  const { log } = options;
  const { id } = queuedBuild.build;
  const folder = join(options.workFolder, String(id));
  let result: BuildResult;
  try {
    result = await buildAndPublish(queuedBuild, folder, options, signal);
  } catch (error) {
    if (isNoLongerRunning(error)) return;
    if (!signal.aborted) log(`Build ${id} failed: ${error instanceof Error ? error.stack : 'unknown error'}`);
    result = { success: false, error: signal.aborted ? abortReason(signal) : internalErrorMessage(id) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      log(
        `What build ${id} worked with could not be removed: ${error instanceof Error ? error.message : ''}`,
      ),
    );
  }
  finish(queuedBuild, result, options);
}

async function buildAndPublish(
  queuedBuild: QueuedBuild,
  folder: string,
  options: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { services, trustAll } = options;
  const { build } = queuedBuild;
  const problem = await syncProject(services, queuedBuild.project, signal);
  if (problem === RESERVED_TWICE) return { success: false, error: problem };
  // The repository may have moved the version to another commit, or taken it away.
  const { version, project } = services.buildRuns.reload(runner, build.id);
  if (!trustAll && !isTrusted(project)) return { success: false, error: notTrustedMessage(project) };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const outcome = await runBuild(
    { build, version, project },
    await buildRunOptions(queuedBuild, folder, options, signal),
  );
  if (signal.aborted) return { success: false, error: abortReason(signal), ...commitOf(outcome) };
  const { stage, ...result } = outcome;
  if (!result.success || stage === undefined) return result;
  options.pages.place(version.id, build.id, stage);
  return { ...result, pages: true };
}

async function buildRunOptions(
  { build, version, project }: QueuedBuild,
  folder: string,
  { services, workFolder }: BuildJobOptions,
  signal: AbortSignal,
): Promise<BuildRunOptions> {
  const { id } = build;
  const cacheFolder = join(workFolder, 'cache');
  if (!existsSync(cacheFolder)) mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const { buildMinutes, outputMegabytes } = services.settings.all(runner);
  const { place } = services.projects.get(runner, project.slug);
  const variables = await services.environmentVariables.forBuild(project.id);
  return {
    folder,
    cacheFolder,
    signal,
    variables: [...variables].map(([name, value]) => ({ name, value })),
    docs: { url: documentationUrl(place, version.slug) },
    limits: { seconds: buildMinutes * 60, outputBytes: outputMegabytes * MB },
    report: (progress) => services.buildRuns.progress(runner, id, progress),
    commandLog: {
      begin: (command, description = '') =>
        services.buildRuns.beginCommand(runner, id, { command, description }),
      append: (commandId, text) => services.buildRuns.appendOutput(runner, id, commandId, text),
      end: (commandId, exitCode) => services.buildRuns.endCommand(runner, id, commandId, { exitCode }),
    },
  };
}

/** Ends the build; the pages that the version had before are no longer wanted then. */
function finish({ build, version }: QueuedBuild, result: BuildResult, options: BuildJobOptions): void {
  const { services, pages } = options;
  const before = services.buildRuns.pagesOf(version.id);
  try {
    services.buildRuns.finish(runner, build.id, result);
  } catch (error) {
    if (result.pages) pages.remove(version.id, build.id);
    if (isNoLongerRunning(error)) return;
    throw error;
  }
  if (!result.pages) return;
  const now = services.buildRuns.pagesOf(version.id);
  // A version that was switched off meanwhile takes nothing.
  if (now !== build.id) {
    pages.remove(version.id, build.id);
    return;
  }
  if (before !== undefined && before !== build.id) pages.remove(version.id, before);
}

/** The build went with its project or its version, or somebody else ended it. */
function isNoLongerRunning(error: unknown): boolean {
  return error instanceof NotFound || error instanceof Conflict;
}

function abortReason({ reason }: AbortSignal): string {
  return reason instanceof BuildAborted ? reason.message : 'This build was ended.';
}

function commitOf({ commit }: BuildResult): Pick<BuildResult, 'commit'> {
  return commit === undefined ? {} : { commit };
}

function internalErrorMessage(id: number): string {
  return `Something went wrong in Lectern itself while building. Retry; if it happens again, its log has the cause (build ${id}).`;
}
