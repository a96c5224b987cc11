import type { BuildState } from '../../model/builds/build.ts';
import {
  type BuildConfig,
  type BuildJob,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../model/builds/build-config.ts';
import type { FullVersions } from '../config/render-config.ts';
import { environmentKeeper, installsCheckout } from '../kept/environment-keeping.ts';
import { outputFolder } from '../publish/collect-artifacts.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { describeInstalls, installAll } from './install-steps.ts';
import { prepareMkdocs } from './mkdocs-steps.ts';
import { installProject, projectFolders } from './python/machine-install.ts';
import { createEnvironment } from './python/python-environment.ts';
import { type MakeFormat, prepareSphinx } from './sphinx-steps.ts';
import { checkTools, noteAptPackages } from './tool-steps.ts';

/** Takes the progress of the steps. */
export type StepReport = {
  readonly state: (state: Extract<BuildState, 'installing' | 'building'>) => void;
  /** The tools that were found. */
  readonly versions: (versions: FullVersions) => void;
};

/** How much of the environment is made: all of it, what comes from the checkout into one that is there, or nothing. */
export type InstallScope = 'all' | 'project' | 'nothing';

/** Jobs that replace the builder's own environment and installation. */
const INSTALL_JOBS = ['create_environment', 'install'] as const;

/**
 * Runs all steps after the checkout, in the order of the service: only `build.commands` if the configuration has them,
 * else the builder's own steps with `build.jobs` between or instead of them.
 * @throws BuildProblem @throws CommandFailed at the first failing command @throws BuildStopped
 */
export async function runSteps(
  context: BuildContext,
  config: BuildConfig,
  report: StepReport,
  scope: InstallScope = 'all',
): Promise<void> {
  const steps = new Steps(context, config);
  await steps.job('post_checkout');
  if (scope !== 'all') {
    if (scope === 'project') await steps.installAgain();
    return steps.build();
  }
  report.state('installing');
  await steps.job('pre_system_dependencies');
  await noteAptPackages(context, config);
  const versions = await checkTools(context, config);
  await steps.job('post_system_dependencies');
  const python = await steps.makeEnvironment();
  report.versions({ ...versions, ...(python !== undefined && { python }) });
  report.state('building');
  await steps.build();
}

class Steps {
  readonly #context: BuildContext;
  readonly #config: BuildConfig;
  #maker: Promise<MakeFormat> | undefined;
  /** What identifies the environment that is kept. */
  #environment: string | undefined;

  constructor(context: BuildContext, config: BuildConfig) {
    this.#context = context;
    this.#config = config;
  }

  job(name: BuildJob): Promise<void> {
    return this.#lines(this.#config.build.jobs[name] ?? []);
  }

  /** Creates the environment and installs packages; returns its Python version, if known. */
  async makeEnvironment(): Promise<string | undefined> {
    const { usesMachineTools } = this.#context;
    if (usesMachineTools) this.#noteLeftOut();
    const { commands, jobs, tools } = this.#config.build;
    if (commands.length > 0) {
      // The commands install packages themselves, which must not go into this machine's own Python.
      return usesMachineTools || tools.python === undefined
        ? undefined
        : createEnvironment(this.#context, this.#config);
    }
    await this.job('pre_create_environment');
    const isOurs = !usesMachineTools && !jobs.create_environment;
    const keeper = await environmentKeeper(this.#context, this.#config);
    const kept = await keeper?.restore();
    const python = !isOurs
      ? undefined
      : kept
        ? (kept.python ?? undefined)
        : await createEnvironment(this.#context, this.#config);
    if (!usesMachineTools) await this.job('create_environment');
    await this.job('post_create_environment');
    await this.job('pre_install');
    if (usesMachineTools) await installProject(this.#context, this.#config);
    else if (jobs.install) await this.job('install');
    // What jobs build alone gets nothing else installed, as at the service.
    else if (this.#config.doctype !== 'generic') await this.#install(kept !== undefined);
    const used = kept ?? (await keeper?.keep(python));
    this.#environment = used && `${used.build} ${used.created}`;
    await this.job('post_install');
    return python;
  }

  /** Installs what comes from the checkout into the environment of the build before. */
  async installAgain(): Promise<void> {
    const { commands, jobs } = this.#config.build;
    if (commands.length > 0) return;
    await this.job('pre_install');
    if (this.#context.usesMachineTools) await installProject(this.#context, this.#config);
    else if (jobs.install) await this.job('install');
    else if (this.#config.doctype !== 'generic') await this.#install(true);
    await this.job('post_install');
  }

  /** Installs everything, or only what comes from the checkout, which may differ in each build. */
  #install(isFilled: boolean): Promise<void> {
    const [context, config] = [this.#context, this.#config];
    return installAll(
      context,
      config,
      (entry) => !isFilled || (entry !== 'core' && installsCheckout(context, config, entry)),
    );
  }

  async build(): Promise<void> {
    if (this.#config.build.commands.length > 0) return this.#lines(this.#config.build.commands);
    await this.job('pre_build');
    for (const format of this.#formats()) {
      const override = this.#config.build.jobs.build?.[format];
      await (override ? this.#lines(override) : this.#make(format));
    }
    await this.job('post_build');
  }

  /** Returns the formats to build; a pull request gets pages only (behaviour.md 9). */
  #formats(): readonly OutputFormat[] {
    const isExternal = this.#context.queuedBuild.version.type === 'external';
    return OUTPUT_FORMATS.filter(
      (format) => format === 'html' || (!isExternal && this.#config.formats.includes(format)),
    );
  }

  async #make(format: OutputFormat): Promise<void> {
    const { doctype } = this.#config;
    // Only jobs can build a generic project.
    if (doctype === 'generic') return;
    const prepare = doctype === 'mkdocs' ? prepareMkdocs : prepareSphinx;
    // The tools write there.
    for (const name of ['', format]) outputFolder(this.#context.folders, name);
    this.#maker ??= prepare(this.#context, this.#config, this.#environment);
    const make = await this.#maker;
    await make(format);
  }

  async #lines(lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.#context.shell(line);
  }

  /** Notes what is not installed with "Use what this machine has"; the jobs around it still run. */
  #noteLeftOut(): void {
    const jobs = INSTALL_JOBS.flatMap((job) =>
      (this.#config.build.jobs[job] ?? []).map((line) => `build.jobs.${job}: ${line}`),
    );
    const hasProject = projectFolders(this.#config).length > 0 && this.#config.build.commands.length === 0;
    const skipped = [
      ...describeInstalls(this.#config, !hasProject).map((entry) => `python.install: ${entry}`),
      ...jobs,
    ];
    if (skipped.length === 0) return;
    this.#context.note(
      hasProject ? 'Only the project itself is installed' : 'Nothing is installed',
      `This project builds with what this computer has. Skipped:\n${skipped.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}
