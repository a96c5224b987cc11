import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfSpace } from '../../model/base/problems.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { BuildOrder, BuildProgress, BuildResult } from '../../services/builds/build-runs.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import { configFilesAmong, readConfig } from '../config/read-config.ts';
import { renderConfig } from '../config/render-config.ts';
import { checkOut } from '../git/git-checkout.ts';
import { checkOutSubmodules } from '../git/git-submodules.ts';
import { secretMask, secretsOfUrl } from '../process/mask-secrets.ts';
import { type CommandLog, type CommandRules, recordNote } from '../process/run-command.ts';
import { endStrays } from '../process/stray-processes.ts';
import { collectArtifacts } from '../publish/collect-artifacts.ts';
import { unfoundPages } from '../publish/html-files.ts';
import { pageMask } from '../publish/mask-page.ts';
import { buildEnvironment, machinePath } from '../steps/build-environment.ts';
import { runSteps } from '../steps/build-steps.ts';
import { type BuildFolders, makeFolders } from './build-folders.ts';
import { BuildProblem, BuildStopped, CommandFailed } from './build-problem.ts';
import { type BuildSite, buildSite } from './build-site.ts';

/** What a build gets from whoever runs it. */
export type BuildTools = {
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
const MAX_NOTED = 20;
const DISK_FULL = 'The disk is full. Free some space, then build again.';

/**
 * Runs a build from the checkout to what it leaves. However the build ends, this gives a result; it throws only what
 * `report` and `commandLog` throw, and faults of Lectern itself.
 */
export async function runBuild(order: BuildOrder, tools: BuildTools): Promise<RunResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), tools.limits.seconds * 1000);
  const rules: CommandRules = {
    log: tools.commandLog,
    mask: secretMask([
      ...tools.variables.map(({ value }) => value),
      ...secretsOfUrl(order.project.repositoryUrl),
    ]),
    outputBytes: tools.limits.outputBytes,
    stop: AbortSignal.any([tools.signal, late.signal]),
  };
  const run = new Run(order, tools, rules);
  try {
    return await run.toItsEnd();
  } catch (error) {
    const why = errorOf(error, tools.signal, late.signal);
    if (why === undefined) throw error;
    return { success: false, error: rules.mask.text(why), ...run.commit };
  } finally {
    clearTimeout(timer);
  }
}

/** What a failed build says; undefined for what no build is to blame for. */
function errorOf(error: unknown, cancelled: AbortSignal, late: AbortSignal): string | undefined {
  const isOurs =
    error instanceof BuildStopped || (error instanceof DOMException && error.name === 'AbortError');
  if (isOurs && cancelled.aborted) return CANCELLED;
  if (isOurs && late.aborted) return TIMED_OUT;
  if (error instanceof CommandFailed) return '';
  if (error instanceof BuildProblem) return error.message;
  if (error instanceof ConfigProblem) return error.buildError;
  return isOutOfSpace(error) ? DISK_FULL : undefined;
}

class Run {
  /** Known from the checkout on. */
  commit: { readonly commit?: string } = {};
  readonly #order: BuildOrder;
  readonly #tools: BuildTools;
  readonly #rules: CommandRules;

  constructor(order: BuildOrder, tools: BuildTools, rules: CommandRules) {
    this.#order = order;
    this.#tools = tools;
    this.#rules = rules;
  }

  async toItsEnd(): Promise<RunResult> {
    const { project } = this.#order;
    if (project.repositoryType !== 'git') throw new BuildProblem(notGit(project.repositoryType));
    const folders = makeFolders(this.#tools.folder);
    let config: BuildConfig;
    try {
      config = await this.#runCommands(folders);
    } finally {
      // Before anything is collected: nobody is to change it meanwhile.
      await endStrays(folders.root);
    }
    const { downloads, leftOut } = await collectArtifacts(folders, project.slug);
    this.#noteAll('Links that are left out', 'These lead out of the pages, or are no files:', leftOut);
    const mask = pageMask(this.#tools.variables.map(({ value }) => value));
    const unfound = unfoundPages(join(folders.stage, 'html'), config.search.ignore, mask);
    this.#noteAll(
      'Pages that a search does not find',
      'They are served, and left out of the index:',
      unfound,
    );
    return { success: true, error: '', ...this.commit, downloads, stage: folders.stage };
  }

  /** Gives the configuration by which they ran. */
  async #runCommands(folders: BuildFolders): Promise<BuildConfig> {
    this.#tools.report({ state: 'cloning' });
    const checkout = await checkOut(this.#order, folders, this.#rules);
    const { commit } = checkout;
    this.commit = { commit };
    this.#tools.report({ commit });
    const site = this.#site(folders, commit);
    const config = await this.#readConfig(site);
    await checkOutSubmodules(folders.checkout, checkout, config.submodules);
    await runSteps(site, config, {
      state: (state) => this.#tools.report({ state }),
      versions: (versions) => {
        if (Object.keys(versions).length > 0) this.#tools.report({ config: renderConfig(config, versions) });
      },
    });
    return config;
  }

  #noteAll(title: string, why: string, items: readonly string[]): void {
    if (items.length === 0) return;
    const more = items.length > MAX_NOTED ? [`and ${items.length - MAX_NOTED} more`] : [];
    const lines = [...items.slice(0, MAX_NOTED), ...more].map((line) => `  ${line}`);
    recordNote(title, [why, ...lines].join('\n'), this.#rules);
  }

  async #readConfig(site: BuildSite): Promise<BuildConfig> {
    const { checkout } = site.folders;
    const [name] = configFilesAmong(readdirSync(checkout));
    // As the service does, so that the log tells what it was built by, also where that cannot be read.
    if (name !== undefined && lstatSync(join(checkout, name)).isFile())
      await site.run(['cat', name], { mayFail: true });
    const { config, rendered, notes } = await readConfig(checkout, { project: this.#order.project });
    this.#tools.report({ config: rendered });
    const remarks = [...notes, ...uselessJob(config)];
    if (remarks.length > 0) site.note('The configuration', remarks.join('\n'));
    return config;
  }

  #site(folders: BuildFolders, commit: string): BuildSite {
    const { cacheFolder, variables, docs } = this.#tools;
    const env = buildEnvironment({
      ...{ order: this.#order, folders, cacheFolder, commit, variables },
      docsUrl: docs.url,
      path: machinePath(),
    });
    return buildSite({ order: this.#order, folders, env, rules: this.#rules });
  }
}

function notGit(type: string): string {
  return `Lectern builds git repositories; this one is kept as ${type.toUpperCase()}. Its project stays as it is; move the repository to git to build it here.`;
}

/** It comes before the checkout that brings the file which asks for it. */
function uselessJob({ build }: BuildConfig): readonly string[] {
  return build.jobs.pre_checkout
    ? ['build.jobs.pre_checkout is not run: the file that names it is known only after the checkout.']
    : [];
}
