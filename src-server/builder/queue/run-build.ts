import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfSpace } from '../../model/base/problems.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import { SKIPPED } from '../../model/builds/build-outcome.ts';
import { BUILD_EXCESSIVE_MEMORY, BUILD_TIMED_OUT } from '../../model/notifications/messages.ts';
import type { BuildProgress, BuildResult, QueuedBuild } from '../../services/builds/build-runs.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import { configFilesAmong, readConfig } from '../config/read-config.ts';
import { renderConfig } from '../config/render-config.ts';
import type { RefusedToday } from '../config/sections/refused-today.ts';
import { type Checkout, checkOut, type FetchedCommit } from '../git/checkout/git-checkout.ts';
import { checkOutSubmodules } from '../git/checkout/git-submodules.ts';
import { besideClone, readPreCheckout } from '../git/checkout/pre-checkout.ts';
import type { BuildKeeping } from '../kept/keeping.ts';
import { parseListing, restoreSourceTimes, type Sources } from '../kept/source-times.ts';
import type { Isolation } from '../process/isolation.ts';
import { secretMask, secretsOfUrl } from '../process/mask-secrets.ts';
import type { MemoryLimit } from '../process/memory-limit.ts';
import { killOrphans } from '../process/orphan-processes.ts';
import { type CommandContext, type CommandLog, recordNote } from '../process/run-command.ts';
import { collectArtifacts } from '../publish/collect-artifacts.ts';
import { pagesExcludedFromSearch } from '../publish/html-files.ts';
import { pageMask } from '../publish/mask-page.ts';
import { writeAsdf } from '../steps/asdf/asdf-shim.ts';
import type { BuildVariable } from '../steps/build-environment.ts';
import { buildEnvironment, machinePath } from '../steps/build-environment.ts';
import { runSteps } from '../steps/build-steps.ts';
import { type PackageIndexes, readPackageIndexes } from '../steps/python/package-indexes.ts';
import { usesConda } from '../steps/python/python-environment.ts';
import { type BuildContext, createBuildContext } from './build-context.ts';
import { type BuildFolders, condaFolders, makeFolders } from './build-folders.ts';
import { BuildProblem, BuildSkipped, BuildStopped, CommandFailed, MemoryExceeded } from './build-problem.ts';

/** What the caller gives a build. */
export type BuildRunOptions = {
  /** An empty folder in which the whole build happens; the caller removes it. */
  readonly folder: string;
  /** Downloaded packages, kept from build to build. */
  readonly cacheFolder: string;
  readonly isolation: Isolation;
  /** What may be kept of earlier builds, and for later ones; absent: nothing. */
  readonly keeping?: BuildKeeping | undefined;
  readonly acceptsInstalledCopies: boolean;
  readonly report: (progress: BuildProgress) => void;
  readonly commandLog: CommandLog;
  /** The project's own variables, unmasked. */
  readonly variables: readonly BuildVariable[];
  /** Names of the project's variables that have no value here. */
  readonly withoutValue?: readonly string[];
  /** `seconds` for the whole build, `outputBytes` and `memory` for each command. */
  readonly limits: {
    readonly seconds: number;
    readonly outputBytes: number;
    readonly memory?: MemoryLimit | undefined;
  };
  /** Stops the build: all of its processes are gone within two seconds. */
  readonly signal: AbortSignal;
};

/** How a build ended. A successful one has its artifacts in `stage`, below `folder`. */
export type RunResult = Omit<BuildResult, 'pages'> & { readonly stage?: string };

/** The error of a build that reached its time limit (behaviour.md 9). */
export const TIMED_OUT = 'Build exited due to time out';
const CANCELLED = 'This build was cancelled.';
/** How many paths of a kind a note lists. */
const MAX_LISTED = 20;
const SCRATCH =
  'Of earlier builds it uses nothing but the packages that they downloaded: neither the copy of the repository nor an environment.';
const DISK_FULL = 'The disk is full. Free some space, then build again.';

/**
 * Runs a build from the checkout to its artifacts. Returns a result however the build ends; throws only what `report`
 * and `commandLog` throw, and errors of Lectern itself.
 */
export async function runBuild(queuedBuild: QueuedBuild, options: BuildRunOptions): Promise<RunResult> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.limits.seconds * 1000);
  const indexes = readPackageIndexes();
  const rules: CommandContext = {
    log: options.commandLog,
    mask: secretMask([
      ...options.variables.map(({ value }) => value),
      ...secretsOfUrl(queuedBuild.project.repositoryUrl),
      ...indexes.secrets,
    ]),
    outputBytes: options.limits.outputBytes,
    stop: AbortSignal.any([options.signal, timeout.signal]),
    memory: options.limits.memory,
  };
  const run = new BuildRun(queuedBuild, { ...options, indexes }, rules);
  try {
    return await run.execute();
  } catch (error) {
    const found = errorMessage(error, options.signal, timeout.signal);
    if (found === undefined) throw error;
    const message = messageOfProblem(error, found);
    return { success: false, error: rules.mask.text(found), ...(message && { message }), ...run.commit };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the error of a build that did not succeed; undefined for an error that is not the build's. */
function errorMessage(error: unknown, cancelled: AbortSignal, timeout: AbortSignal): string | undefined {
  const isAbort =
    error instanceof BuildStopped || (error instanceof DOMException && error.name === 'AbortError');
  if (isAbort && cancelled.aborted) return CANCELLED;
  if (isAbort && timeout.aborted) return TIMED_OUT;
  if (error instanceof CommandFailed) return '';
  if (error instanceof BuildSkipped) return SKIPPED;
  if (error instanceof BuildProblem) return error.message;
  if (error instanceof ConfigProblem) return error.buildError;
  return isOutOfSpace(error) ? DISK_FULL : undefined;
}

/** Returns the id of the notification, where the error alone does not decide it (live-service.md 4). */
function messageOfProblem(error: unknown, text: string): string | undefined {
  if (text === TIMED_OUT) return BUILD_TIMED_OUT;
  if (error instanceof MemoryExceeded) return BUILD_EXCESSIVE_MEMORY;
  return error instanceof ConfigProblem ? error.messageId : undefined;
}

type RunOptions = BuildRunOptions & { readonly indexes: PackageIndexes };

class BuildRun {
  /** The commit; empty until the checkout. */
  commit: { readonly commit?: string } = {};
  #sources: Sources | undefined;
  readonly #atEnd: (() => Promise<void>)[] = [];
  readonly #queuedBuild: QueuedBuild;
  readonly #options: RunOptions;
  readonly #rules: CommandContext;

  constructor(queuedBuild: QueuedBuild, options: RunOptions, rules: CommandContext) {
    this.#queuedBuild = queuedBuild;
    this.#options = options;
    this.#rules = rules;
  }

  async execute(): Promise<RunResult> {
    const { project } = this.#queuedBuild;
    if (project.repositoryType !== 'git')
      throw new BuildProblem(unsupportedRepositoryMessage(project.repositoryType));
    const folders = makeFolders(this.#options.folder);
    writeAsdf(folders, project.buildTools === 'own');
    let config: BuildConfig;
    try {
      config = await this.#runCommands(folders);
    } finally {
      // Before the artifacts are collected, so that no process changes them meanwhile.
      await killOrphans(folders.root);
      // What cannot be kept is made again by the next build.
      for (const work of this.#atEnd) await work().catch(() => undefined);
    }
    const { downloads, removedLinks } = await collectArtifacts(folders, project.slug);
    this.#noteList('Links left out', 'These lead out of the pages, or are not files:', removedLinks);
    const mask = pageMask(this.#options.variables.map(({ value }) => value));
    const excludedPages = pagesExcludedFromSearch(join(folders.stage, 'html'), config.search.ignore, mask);
    this.#noteList(
      'Pages not indexed for search',
      'They are served, but search does not find them:',
      excludedPages,
    );
    return { success: true, error: '', ...this.commit, downloads, stage: folders.stage };
  }

  /** Returns the configuration that the commands ran by. */
  async #runCommands(folders: BuildFolders): Promise<BuildConfig> {
    this.#options.report({ state: 'cloning' });
    if (this.#options.keeping?.isFromScratch) recordNote('This build is from scratch', SCRATCH, this.#rules);
    const checkout = await checkOut(
      this.#queuedBuild,
      folders,
      this.#rules,
      (fetched) => this.#preCheckout(folders, fetched),
      this.#options.keeping,
    );
    const { commit, commitText, credentials } = checkout;
    this.commit = { commit };
    this.#options.report({ commit, commitText });
    await this.#restoreTimes(folders, checkout);
    const plain = this.#createContext(folders, commit, credentials);
    const config = await this.#readConfig(plain);
    const context = usesConda(config)
      ? this.#createContext(condaFolders(folders, this.#queuedBuild.version.slug), commit, credentials)
      : plain;
    const { withoutValue = [] } = this.#options;
    if (withoutValue.length > 0) context.note('Environment variables', missingValuesNote(withoutValue));
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

  /** Gives unchanged files the times of the last build, for a version with fast rebuild. */
  async #restoreTimes({ checkout: folder }: BuildFolders, { query }: Checkout): Promise<void> {
    const own = this.#options.keeping?.state.own;
    if (own === undefined || !this.#queuedBuild.version.fastRebuild) return;
    const listing = parseListing(await query(['ls-tree', '-r', '-z', 'HEAD']));
    this.#sources = await restoreSourceTimes(own, folder, listing);
  }

  /** Runs `pre_checkout`, which the commit names, before its files are there. */
  async #preCheckout(folders: BuildFolders, fetched: FetchedCommit): Promise<void> {
    const lines = await readPreCheckout(fetched, this.#queuedBuild.project);
    if (lines.length === 0) return;
    this.commit = { commit: fetched.commit };
    const visible = [folders.checkout, folders.home, folders.tmp, folders.asdf];
    const context = this.#createContext(folders, fetched.commit, fetched.credentials, visible);
    await besideClone(folders, async () => {
      for (const line of lines) await context.shell(line);
    });
  }

  #noteList(title: string, explanation: string, items: readonly string[]): void {
    if (items.length === 0) return;
    const more = items.length > MAX_LISTED ? [`and ${items.length - MAX_LISTED} more`] : [];
    const lines = [...items.slice(0, MAX_LISTED), ...more].map((line) => `  ${line}`);
    recordNote(title, [explanation, ...lines].join('\n'), this.#rules);
  }

  async #readConfig(context: BuildContext): Promise<BuildConfig> {
    const { checkout } = context.folders;
    const name = this.#queuedBuild.project.readthedocsYamlPath ?? configFilesAmong(readdirSync(checkout))[0];
    // As the service does, so that the log shows the configuration even when it cannot be parsed.
    if (name !== undefined && lstatSync(join(checkout, name), { throwIfNoEntry: false })?.isFile())
      await context.run(['cat', name], { allowFailure: true });
    const { project } = this.#queuedBuild;
    const { config, rendered, notes, refusedToday } = await readConfig(checkout, { project });
    this.#options.report({ config: rendered, refusedToday });
    if (notes.length > 0) context.note('The configuration', notes.join('\n'));
    if (refusedToday.length > 0)
      context.note('Today’s service would refuse this build', refusedNote(refusedToday));
    return config;
  }

  /** `visible` are the folders that the commands see of what is hidden from them. */
  #createContext(
    folders: BuildFolders,
    commit: string,
    credentials: Checkout['credentials'],
    visible: readonly string[] = [folders.root],
  ): BuildContext {
    const { cacheFolder, variables, indexes, isolation, acceptsInstalledCopies } = this.#options;
    const env = buildEnvironment({
      ...{ queuedBuild: this.#queuedBuild, folders, cacheFolder, commit, credentials, variables, indexes },
      path: machinePath(),
    });
    const isolate = (argv: readonly string[]) => isolation.wrap(argv, [...visible, cacheFolder]);
    const [queuedBuild, rules] = [this.#queuedBuild, this.#rules];
    const keeping = this.#options.keeping && {
      ...this.#options.keeping,
      sources: this.#sources,
      atEnd: (work: () => Promise<void>) => this.#atEnd.push(work),
      onFast: () => this.#options.report({ isFast: true }),
      isolateIn: (argv: readonly string[], folder: string) => isolation.wrap(argv, [folder]),
    };
    return createBuildContext({ queuedBuild, folders, env, isolate, acceptsInstalledCopies, keeping, rules });
  }
}

function unsupportedRepositoryMessage(type: string): string {
  return `Lectern builds git repositories; this project uses ${type.toUpperCase()}. Its data stays as it is; move the repository to git to build it here.`;
}

/** Returns the note on variables whose values are only at the service that they came from. */
function missingValuesNote(names: readonly string[]): string {
  const are = names.length === 1 ? 'This variable has no value' : 'These variables have no value';
  return `${are} here, so the build runs without: ${names.join(', ')}. Enter it in the settings of the project.`;
}

/** Returns the note on what today's service refuses: its words for it, and the id of its notification. */
function refusedNote(refused: readonly RefusedToday[]): string {
  const lines = refused.map(({ message, reason }) => `  ${reason} (${message})`);
  return `Lectern builds it all the same. Correct it before the service builds this project:\n${lines.join('\n')}`;
}
