import { mkdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { isOutOfSpace } from '../../model/base/problems.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import { OFFLINE, OFFLINE_PREVIEW } from '../../model/builds/build-note.ts';
import { findBuildProblems } from '../../model/previews/build-problems.ts';
import { PREVIEW, type PreviewProblem } from '../../model/previews/preview.ts';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import { readConfig } from '../config/read-config.ts';
import { isUnwatched, isWithin } from '../kept/unwatched-files.ts';
import type { Isolation } from '../process/isolation.ts';
import { secretMask, secretsOfUrl } from '../process/mask-secrets.ts';
import { killOrphans } from '../process/orphan-processes.ts';
import { outputFolder } from '../publish/collect-artifacts.ts';
import { type BuildContext, createBuildContext } from '../queue/build-context.ts';
import { type BuildFolders, condaFolders, makeFolders } from '../queue/build-folders.ts';
import { BuildProblem, BuildSkipped, BuildStopped, CommandFailed } from '../queue/build-problem.ts';
import { writeAsdf } from '../steps/asdf/asdf-shim.ts';
import { type BuildVariable, buildEnvironment, machinePath } from '../steps/build-environment.ts';
import { type InstallScope, runSteps } from '../steps/build-steps.ts';
import { resolveSphinxConfig } from '../steps/docs-source.ts';
import { type PackageIndexes, readPackageIndexes } from '../steps/python/package-indexes.ts';
import { usesConda } from '../steps/python/python-environment.ts';
import { environmentKey, scopeOfChanges } from './install-scope.ts';
import { KeptOutput } from './kept-output.ts';
import { locateProblem } from './locate-problem.ts';
import { previewLog } from './preview-log.ts';
import { RepositoryCopy } from './repository-copy.ts';
import { type SourceChanges, SourceCopy } from './source-copy.ts';

export type PreviewBuilderOptions = {
  /** The folder to preview, resolved. */
  readonly source: string;
  /** A new folder for everything that it makes. */
  readonly root: string;
  readonly cacheFolder: string;
  /** Templates of environments, which all builds share. */
  readonly shared: string;
  readonly isolation: Isolation;
};

/** What one build is given. */
export type PreviewBuildOptions = {
  readonly variables: readonly BuildVariable[];
  readonly limits: { readonly seconds: number; readonly outputBytes: number };
  readonly acceptsInstalledCopies: boolean;
  readonly signal: AbortSignal;
};

/** How a build ended that was not cut off. */
export type PreviewOutcome = {
  readonly success: boolean;
  readonly problems: readonly PreviewProblem[];
  readonly error: string;
  readonly output: string;
};

const DISK_FULL = 'The disk is full. Free some space, then save again.';

/** Builds a working tree again and again, in a copy that keeps the environment, the doctrees and the pages. */
export class PreviewBuilder {
  readonly copy: SourceCopy;
  /** The folder of the published pages. */
  readonly pages: string;
  readonly #folders: BuildFolders;
  readonly #kept: KeptOutput;
  readonly #repository: RepositoryCopy;
  #commit = '';
  readonly #options: PreviewBuilderOptions;
  #environment = '';
  #indexes: PackageIndexes | undefined;
  #sphinxFolder: string | undefined;

  constructor(options: PreviewBuilderOptions) {
    const root = options.root;
    for (const name of ['work', 'pages', 'state'])
      mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
    this.#options = options;
    this.#folders = makeFolders(join(root, 'work'));
    this.pages = join(realpathSync(root), 'pages');
    this.copy = new SourceCopy(options.source, this.#folders.checkout);
    this.#repository = new RepositoryCopy(options.source, this.#folders.checkout, join(root, 'clone'));
    this.#kept = new KeptOutput(this.pages, join(root, 'state'));
  }

  /** Builds the copy as it is now, after these changes. @throws BuildStopped when it was cut off */
  async build(
    queuedBuild: QueuedBuild,
    changes: SourceChanges,
    options: PreviewBuildOptions,
  ): Promise<PreviewOutcome> {
    const log = previewLog();
    let isGood = false;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), options.limits.seconds * 1000);
    try {
      const stop = AbortSignal.any([options.signal, timeout.signal]);
      await this.#run(queuedBuild, changes, { ...options, signal: stop }, log);
      isGood = true;
      return await this.#outcome(log, { success: true, error: '', problem: undefined });
    } catch (error) {
      if (options.signal.aborted) throw new BuildStopped();
      const isLate = timeout.signal.aborted;
      const failure = isLate ? lateFailure(options.limits.seconds) : failureOf(error);
      if (failure === undefined) throw error;
      return await this.#outcome(log, failure);
    } finally {
      clearTimeout(timer);
      if (!isGood) {
        await killOrphans(this.#folders.root);
        await this.#kept.restore(this.#folders.output, this.#sphinxFolder);
      }
    }
  }

  async #run(
    queuedBuild: QueuedBuild,
    changes: SourceChanges,
    options: PreviewBuildOptions,
    log: ReturnType<typeof previewLog>,
  ): Promise<void> {
    const { checkout } = this.#folders;
    const [commit, read] = await Promise.all([
      this.#repository.update(options.signal),
      readConfig(checkout, { project: queuedBuild.project }),
    ]);
    this.#commit = commit;
    const context = this.#createContext(queuedBuild, options, log);
    if (changes.leftOut.length > 0)
      context.note(
        'Links left out',
        `These lead out of the folder:\n  ${changes.leftOut.slice(0, 20).join('\n  ')}`,
      );
    // A page is enough to look at.
    const config: BuildConfig = { ...read.config, formats: [] };
    this.#sphinxFolder = await sphinxFolderOf(checkout, config);
    const scope = await this.#prepareEnvironment(queuedBuild, config, changes);
    const steps = usesConda(config)
      ? this.#createContext(queuedBuild, options, log, condaFolders(this.#folders, PREVIEW))
      : context;
    await runSteps(steps, config, { state: () => {}, versions: () => {} }, scope);
    this.#environment = await environmentKey(config, queuedBuild, this.copy, checkout);
    await killOrphans(this.#folders.root);
    const html = outputFolder(this.#folders, 'html');
    if (html === undefined)
      throw new BuildProblem('The build made no pages: there is no folder $READTHEDOCS_OUTPUT/html.');
    await this.#kept.keep(html, this.#sphinxFolder);
  }

  /** Throws away an environment that would be another one now; returns what is to be installed. */
  async #prepareEnvironment(
    queuedBuild: QueuedBuild,
    config: BuildConfig,
    changes: SourceChanges,
  ): Promise<InstallScope> {
    const { root, asdf, checkout, environment, output } = this.#folders;
    const key = await environmentKey(config, queuedBuild, this.copy, checkout);
    if (key === this.#environment) {
      if (this.#needsNewPages(changes)) await this.#kept.forget(output, this.#sphinxFolder);
      return scopeOfChanges(config, changes, checkout);
    }
    this.#environment = '';
    for (const folder of [environment, join(root, 'conda'), asdf])
      await rm(folder, { recursive: true, force: true });
    writeAsdf(this.#folders, queuedBuild.project.buildTools === 'own');
    await this.#kept.forget(output, this.#sphinxFolder);
    return 'all';
  }

  /** Whether Sphinx would leave pages that these changes make wrong, or the pages of files that are gone. */
  #needsNewPages({ changed, removed }: SourceChanges): boolean {
    if (this.#sphinxFolder === undefined) return false;
    const folder = relative(this.#folders.checkout, this.#sphinxFolder) || '.';
    return (
      removed.some((path) => isWithin(path, folder)) || changed.some((path) => isUnwatched(path, folder))
    );
  }

  #createContext(
    queuedBuild: QueuedBuild,
    { variables, limits, acceptsInstalledCopies, signal: stop }: PreviewBuildOptions,
    log: ReturnType<typeof previewLog>,
    folders: BuildFolders = this.#folders,
  ): BuildContext {
    this.#indexes ??= readPackageIndexes();
    const indexes = this.#indexes;
    const { cacheFolder, isolation } = this.#options;
    const mask = secretMask([
      ...variables.map(({ value }) => value),
      ...secretsOfUrl(queuedBuild.project.repositoryUrl),
      ...indexes.secrets,
    ]);
    const env = buildEnvironment({
      ...{ queuedBuild, folders, cacheFolder, variables, indexes, commit: this.#commit, credentials: {} },
      path: machinePath(),
    });
    const isolate = (argv: readonly string[]) => isolation.wrap(argv, [folders.root, cacheFolder]);
    const rules = { log, mask, outputBytes: limits.outputBytes, stop };
    // The environment stays where it is, so nothing of its own is kept elsewhere.
    const state = { folder: folders.root, shared: this.#options.shared, own: undefined, release: () => {} };
    const isolateIn = (argv: readonly string[], folder: string) => isolation.wrap(argv, [folder]);
    const keeping = {
      ...{ state, isolateIn, isFromScratch: false, environmentDays: 0, sources: undefined },
      onFast: () => {},
      atEnd: () => {},
    };
    const context = createBuildContext({
      ...{ queuedBuild, folders, env, isolate, acceptsInstalledCopies, keeping, rules },
    });
    // A build shows its files in its log; here the person has them open.
    const run: BuildContext['run'] = async (argv, each) =>
      argv[0] === 'cat' ? { exitCode: 0, tail: '' } : context.run(argv, each);
    return { ...context, run };
  }

  async #outcome(
    log: ReturnType<typeof previewLog>,
    { success, error, problem }: Failure,
  ): Promise<PreviewOutcome> {
    const found = findBuildProblems(log.builders(), (path) => this.#resolve(path));
    const located = await Promise.all(found.map((each) => locateProblem(each, this.#options.source)));
    const unlisted = problem ?? (!success && log.text().includes(OFFLINE) ? OFFLINE_PROBLEM : undefined);
    const problems = unlisted ? [unlisted, ...located] : located;
    return {
      ...{ success, output: log.text() },
      error: error.replaceAll(`${this.#folders.checkout}/`, ''),
      problems: problems.map((each, id) => ({
        ...each,
        id,
        message: each.message.replaceAll(`${this.#folders.checkout}/`, ''),
      })),
    };
  }

  /** Finds the source file that a message names. */
  #resolve(path: string): string | undefined {
    const { checkout } = this.#folders;
    const inside = path.startsWith(checkout + sep) ? path.slice(checkout.length + 1) : path;
    if (inside.startsWith('/')) return undefined;
    const plain = posix.normalize(inside);
    const docs = this.#sphinxFolder?.slice(checkout.length + 1);
    const places = [plain, ...(docs ? [posix.join(docs, plain)] : []), posix.join('docs', plain)];
    return places.find((place) => this.copy.has(place));
  }
}

const OFFLINE_PROBLEM: PreviewProblem = {
  ...{ id: 0, severity: 'error', file: null, line: null },
  message: OFFLINE_PREVIEW,
};

/** `problem` is one that no output shows. */
type Failure = {
  readonly success: boolean;
  readonly error: string;
  readonly problem: PreviewProblem | undefined;
};

function lateFailure(seconds: number): Failure {
  const error = `The build took longer than ${Math.round(seconds / 60)} minutes (Settings, Time limit).`;
  return { success: false, error, problem: undefined };
}

/** Returns how a build failed; undefined for an error that is not the build's. */
function failureOf(error: unknown): Failure | undefined {
  const failure = { success: false, error: '', problem: undefined };
  if (error instanceof CommandFailed) return failure;
  if (error instanceof BuildSkipped)
    return { ...failure, error: 'A command skipped this build by its exit code.' };
  if (error instanceof BuildProblem) return { ...failure, error: error.message };
  if (error instanceof ConfigProblem) {
    const { file, line, buildError } = error;
    const problem = { id: 0, severity: 'error' as const, file, line, message: buildError };
    return { ...failure, error: buildError, problem };
  }
  return isOutOfSpace(error) ? { ...failure, error: DISK_FULL } : undefined;
}

/** Returns the folder of conf.py that the builder's own steps use; undefined for other builders. */
async function sphinxFolderOf(checkout: string, config: BuildConfig): Promise<string | undefined> {
  if (config.doctype === 'mkdocs' || config.doctype === 'generic') return undefined;
  try {
    const conf = await resolveSphinxConfig(checkout, config.sphinx?.configuration ?? null);
    return join(checkout, posix.dirname(conf));
  } catch {
    // The build itself says what is wrong.
    return undefined;
  }
}
