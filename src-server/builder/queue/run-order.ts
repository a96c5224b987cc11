import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { isTrusted, notTrusted } from '../../model/builds/build-trust.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import type { BuildOrder, BuildResult } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { RESERVED_TWICE } from '../../services/versions/version-refs.ts';
import type { PublishedPages } from '../publish/published-pages.ts';
import { EndBuild } from './end-build.ts';
import { type BuildTools, runBuild } from './run-build.ts';
import { syncProject } from './sync-repositories.ts';

/** What the queue gives each build. */
export type OrderTools = {
  readonly services: Services;
  /** Where builds work; each has a folder there while it runs. */
  readonly work: string;
  readonly pages: PublishedPages;
  /** Run every project's code without asking (safety S12). */
  readonly trustAll: boolean;
  readonly log: (line: string) => void;
};

const MB = 1024 * 1024;
const runner = systemActor('runner');

/** Takes one build from its hand-out to its end, whatever happens on the way. */
export async function runOrder(order: BuildOrder, options: OrderTools, signal: AbortSignal): Promise<void> {
  const { log } = options;
  const { id } = order.build;
  const folder = join(options.work, String(id));
  let result: BuildResult;
  try {
    result = await built(order, folder, options, signal);
  } catch (error) {
    if (isGone(error)) return;
    if (!signal.aborted) log(`Build ${id} failed: ${error instanceof Error ? error.stack : 'unknown error'}`);
    result = { success: false, error: signal.aborted ? reasonOf(signal) : unhandled(id) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      log(
        `What build ${id} worked with could not be removed: ${error instanceof Error ? error.message : ''}`,
      ),
    );
  }
  end(order, result, options);
}

async function built(
  order: BuildOrder,
  folder: string,
  options: OrderTools,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { services, trustAll } = options;
  const { build } = order;
  const problem = await syncProject(services, order.project, signal);
  if (problem === RESERVED_TWICE) return { success: false, error: problem };
  // The repository may have moved the version to another commit, or taken it away.
  const { version, project } = services.buildRuns.order(runner, build.id);
  if (!trustAll && !isTrusted(project)) return { success: false, error: notTrusted(project) };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const outcome = await runBuild({ build, version, project }, await toolsOf(order, folder, options, signal));
  if (signal.aborted) return { success: false, error: reasonOf(signal), ...commitOf(outcome) };
  const { stage, ...result } = outcome;
  if (!result.success || stage === undefined) return result;
  options.pages.place(version.id, build.id, stage);
  return { ...result, pages: true };
}

async function toolsOf(
  { build, version, project }: BuildOrder,
  folder: string,
  { services, work }: OrderTools,
  signal: AbortSignal,
): Promise<BuildTools> {
  const { id } = build;
  const cacheFolder = join(work, 'cache');
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
function end({ build, version }: BuildOrder, result: BuildResult, options: OrderTools): void {
  const { services, pages } = options;
  const before = services.buildRuns.pagesOf(version.id);
  try {
    services.buildRuns.finish(runner, build.id, result);
  } catch (error) {
    if (result.pages) pages.remove(version.id, build.id);
    if (isGone(error)) return;
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
function isGone(error: unknown): boolean {
  return error instanceof NotFound || error instanceof Conflict;
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof EndBuild ? reason.message : 'This build was ended.';
}

function commitOf({ commit }: BuildResult): Pick<BuildResult, 'commit'> {
  return commit === undefined ? {} : { commit };
}

function unhandled(id: number): string {
  return `Something went wrong in Lectern itself while building. Retry; if it happens again, its log has the cause (build ${id}).`;
}
