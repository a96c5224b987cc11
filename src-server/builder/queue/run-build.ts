import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfSpace } from '../../model/base/problems.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { BuildProgress, BuildResult, QueuedBuild } from '../../services/builds/build-runs.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import { configFilesAmong, readConfig } from '../config/read-config.ts';
import { renderConfig } from '../config/render-config.ts';
import { checkOut } from '../git/git-checkout.ts';
import { checkOutSubmodules } from '../git/git-submodules.ts';
import { secretMask, secretsOfUrl } from '../process/mask-secrets.ts';
import { killOrphans } from '../process/orphan-processes.ts';
import { type CommandContext, type CommandLog, recordNote } from '../process/run-command.ts';
import { collectArtifacts } from '../publish/collect-artifacts.ts';
import { pagesExcludedFromSearch } from '../publish/html-files.ts';
import { pageMask } from '../publish/mask-page.ts';
import { buildEnvironment, machinePath } from '../steps/build-environment.ts';
import { runSteps } from '../steps/build-steps.ts';
import { type BuildContext, createBuildContext } from './build-context.ts';
import { type BuildFolders, makeFolders } from './build-folders.ts';
import { BuildProblem, BuildStopped, CommandFailed } from './build-problem.ts';

/** What a build gets from whoever runs it. */
export type BuildRunOptions = {
  /** It exists and is empty; whoever gave it removes it. Everything that the build does happens in it. */
  readonly folder: string;
  /** Kept from build to build: packages that were fetched. */
  readonly cacheFolder: string;
  readonly report: (progress: BuildProgress) => void;
  readonly commandLog: CommandLog;
  /** The project's own variables, in the clear. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Where the pages will be served. */
  readonly docs: { readonly url: string };
  /** `seconds` for the build as a whole, `outputBytes` for what each command writes. */
  readonly limits: { readonly seconds: number; readonly outputBytes: number };
  /** Ends the build: everything that it runs is gone within two seconds. */
  readonly signal: AbortSignal;
};

/** How a build ended. A good one has its artifacts in `stage`, below `folder`. */
export type RunResult = Omit<BuildResult, 'pages'> & { readonly stage?: string };

/** The error of a build that took too long (behaviour.md 9). */
export const TIMED_OUT = 'Build exited due to time out';
const CANCELLED = 'This build was cancelled.';
/** So many paths of a kind are told. */
const MAX_LISTED = 20;
const DISK_FULL = 'The disk is full. Free some space, then build again.';

/**
 * Runs a build from the checkout to what it leaves. However the build ends, this gives a result; it throws only what
 * `report` and `commandLog` throw, and faults of Lectern itself.
 */
export async function runBuild(queuedBuild: QueuedBuild, options: BuildRunOptions): Promise<RunResult> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.limits.seconds * 1000);
  const rules: CommandContext = {
    log: options.commandLog,
    mask: secretMask([
      ...options.variables.map(({ value }) => value),
      ...secretsOfUrl(queuedBuild.project.repositoryUrl),
    ]),
    outputBytes: options.limits.outputBytes,
    stop: AbortSignal.any([options.signal, timeout.signal]),
  };
  const run = new BuildRun(queuedBuild, options, rules);
  try {
    return await run.execute();
  } catch (error) {
    const message = errorMessage(error, options.signal, timeout.signal);
    if (message === undefined) throw error;
    return { success: false, error: rules.mask.text(message), ...run.commit };
  } finally {
    clearTimeout(timer);
  }
}

/** What a failed build says; undefined for what no build is to blame for. */
function errorMessage(error: unknown, cancelled: AbortSignal, timeout: AbortSignal): string | undefined {
  const isAbort =
    error instanceof BuildStopped || (error instanceof DOMException && error.name === 'AbortError');
  if (isAbort && cancelled.aborted) return CANCELLED;
  if (isAbort && timeout.aborted) return TIMED_OUT;
  if (error instanceof CommandFailed) return '';
  if (error instanceof BuildProblem) return error.message;
  if (error instanceof ConfigProblem) return error.buildError;
  return isOutOfSpace(error) ? DISK_FULL : undefined;
}

class BuildRun {
  /** Known from the checkout on. */
  commit: { readonly commit?: string } = {};
  readonly #queuedBuild: QueuedBuild;
  readonly #options: BuildRunOptions;
  readonly #rules: CommandContext;

  constructor(queuedBuild: QueuedBuild, options: BuildRunOptions, rules: CommandContext) {
    this.#queuedBuild = queuedBuild;
    this.#options = options;
    this.#rules = rules;
  }

  async execute(): Promise<RunResult> {
    const { project } = this.#queuedBuild;
    if (project.repositoryType !== 'git')
      throw new BuildProblem(unsupportedRepositoryMessage(project.repositoryType));
    const folders = makeFolders(this.#options.folder);
    let config: BuildConfig;
    try {
      config = await this.#runCommands(folders);
    } finally {
      // Before anything is collected: nobody is to change it meanwhile.
      await killOrphans(folders.root);
    }
    const { downloads, removedLinks: leftOut } = await collectArtifacts(folders, project.slug);
    this.#noteList('Links that are left out', 'These lead out of the pages, or are no files:', leftOut);
    const mask = pageMask(this.#options.variables.map(({ value }) => value));
    const excludedPages = pagesExcludedFromSearch(join(folders.stage, 'html'), config.search.ignore, mask);
    this.#noteList(
      'Pages that a search does not find',
      'They are served, and left out of the index:',
      excludedPages,
    );
    return { success: true, error: '', ...this.commit, downloads, stage: folders.stage };
  }

  /** Gives the configuration by which they ran. */
  async #runCommands(folders: BuildFolders): Promise<BuildConfig> {
    this.#options.report({ state: 'cloning' });
    const checkout = await checkOut(this.#queuedBuild, folders, this.#rules);
    const { commit } = checkout;
    this.commit = { commit };
    this.#options.report({ commit });
    const context = this.#createContext(folders, commit);
    const config = await this.#readConfig(context);
    await checkOutSubmodules(folders.checkout, checkout, config.submodules);
    await runSteps(context, config, {
      state: (state) => this.#options.report({ state }),
      versions: (versions) => {
        if (Object.keys(versions).length > 0)
          this.#options.report({ config: renderConfig(config, versions) });
      },
    });
    return config;
  }

  #noteList(title: string, explanation: string, items: readonly string[]): void {
    if (items.length === 0) return;
    const more = items.length > MAX_LISTED ? [`and ${items.length - MAX_LISTED} more`] : [];
    const lines = [...items.slice(0, MAX_LISTED), ...more].map((line) => `  ${line}`);
    recordNote(title, [explanation, ...lines].join('\n'), this.#rules);
  }

  async #readConfig(context: BuildContext): Promise<BuildConfig> {
    const { checkout } = context.folders;
    const [name] = configFilesAmong(readdirSync(checkout));
    // As the service does, so that the log tells what it was built by, also where that cannot be read.
    if (name !== undefined && lstatSync(join(checkout, name)).isFile())
      await context.run(['cat', name], { allowFailure: true });
    const { config, rendered, notes } = await readConfig(checkout, { project: this.#queuedBuild.project });
    this.#options.report({ config: rendered });
    const allNotes = [...notes, ...ignoredJobNotes(config)];
    if (allNotes.length > 0) context.note('The configuration', allNotes.join('\n'));
    return config;
  }

  #createContext(folders: BuildFolders, commit: string): BuildContext {
    const { cacheFolder, variables, docs } = this.#options;
    const env = buildEnvironment({
      ...{ queuedBuild: this.#queuedBuild, folders, cacheFolder, commit, variables },
      docsUrl: docs.url,
      path: machinePath(),
    });
    return createBuildContext({ queuedBuild: this.#queuedBuild, folders, env, rules: this.#rules });
  }
}

function unsupportedRepositoryMessage(type: string): string {
  return `Lectern builds git repositories; this one is kept as ${type.toUpperCase()}. Its project stays as it is; move the repository to git to build it here.`;
}

/** It comes before the checkout that brings the file which asks for it. */
function ignoredJobNotes({ build }: BuildConfig): readonly string[] {
  return build.jobs.pre_checkout
    ? ['build.jobs.pre_checkout is not run: the file that names it is known only after the checkout.']
    : [];
}
