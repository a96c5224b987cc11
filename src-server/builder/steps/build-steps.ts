import type { BuildState } from '../../model/builds/build.ts';
import {
  type BuildConfig,
  type BuildJob,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../model/builds/build-config.ts';
import type { FullVersions } from '../config/render-config.ts';
import { outputFolder } from '../publish/collect-artifacts.ts';
import type { BuildSite } from '../queue/build-site.ts';
import { installAll, installsOf } from './install-steps.ts';
import { prepareMkdocs } from './mkdocs-steps.ts';
import { createEnvironment } from './python-environment.ts';
import { type MakeFormat, prepareSphinx } from './sphinx-steps.ts';
import { checkTools, noteAptPackages } from './tool-steps.ts';

/** What hears how far a build is. */
export type StepReport = {
  readonly state: (state: Extract<BuildState, 'installing' | 'building'>) => void;
  /** The tools that were found. */
  readonly versions: (versions: FullVersions) => void;
};

/** Jobs in the place of the builder's own making of an environment and installing into it. */
const INSTALLING = ['create_environment', 'install'] as const;

/**
 * Runs everything that comes after the checkout, in the order of the service: `build.commands` alone where the
 * configuration has them, else the builder's own steps with `build.jobs` between and in the place of them.
 * @throws BuildProblem @throws CommandFailed at the first failing command @throws BuildStopped
 */
export async function runSteps(site: BuildSite, config: BuildConfig, report: StepReport): Promise<void> {
  const steps = new Steps(site, config);
  await steps.job('post_checkout');
  report.state('installing');
  await steps.job('pre_system_dependencies');
  await noteAptPackages(site, config);
  const versions = await checkTools(site, config);
  await steps.job('post_system_dependencies');
  const python = await steps.makeEnvironment();
  report.versions({ ...versions, ...(python !== undefined && { python }) });
  report.state('building');
  await steps.build();
}

class Steps {
  readonly #site: BuildSite;
  readonly #config: BuildConfig;
  #maker: Promise<MakeFormat> | undefined;

  constructor(site: BuildSite, config: BuildConfig) {
    this.#site = site;
    this.#config = config;
  }

  job(name: BuildJob): Promise<void> {
    return this.#lines(this.#config.build.jobs[name] ?? []);
  }

  /** Makes the environment and installs; gives the version of Python in it, where that is known. */
  async makeEnvironment(): Promise<string | undefined> {
    const { isMachine } = this.#site;
    if (isMachine) this.#noteLeftOut();
    const { commands, jobs, tools } = this.#config.build;
    if (commands.length > 0) {
      // They install what they need, and this machine's own Python is not the place for it.
      return isMachine || tools.python === undefined
        ? undefined
        : createEnvironment(this.#site, this.#config);
    }
    await this.job('pre_create_environment');
    const isOurs = !isMachine && !jobs.create_environment;
    const python = isOurs ? await createEnvironment(this.#site, this.#config) : undefined;
    if (!isMachine) await this.job('create_environment');
    await this.job('post_create_environment');
    await this.job('pre_install');
    if (!isMachine) await (jobs.install ? this.job('install') : installAll(this.#site, this.#config));
    await this.job('post_install');
    return python;
  }

  async build(): Promise<void> {
    if (this.#config.build.commands.length > 0) return this.#lines(this.#config.build.commands);
    await this.job('pre_build');
    for (const format of this.#formats()) {
      const instead = this.#config.build.jobs.build?.[format];
      await (instead ? this.#lines(instead) : this.#make(format));
    }
    await this.job('post_build');
  }

  /** A pull request is for looking at: pages alone (behaviour.md 9). */
  #formats(): readonly OutputFormat[] {
    const isExternal = this.#site.order.version.type === 'external';
    return OUTPUT_FORMATS.filter(
      (format) => format === 'html' || (!isExternal && this.#config.formats.includes(format)),
    );
  }

  async #make(format: OutputFormat): Promise<void> {
    const { doctype } = this.#config;
    // Nothing but the jobs says how such a one is made.
    if (doctype === 'generic') return;
    const prepare = doctype === 'mkdocs' ? prepareMkdocs : prepareSphinx;
    // The tools write there.
    for (const name of ['', format]) outputFolder(this.#site.folders, name);
    this.#maker ??= prepare(this.#site, this.#config);
    const make = await this.#maker;
    await make(format);
  }

  async #lines(lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.#site.shell(line);
  }

  /** "Use what this machine has": says what a build elsewhere would have installed. Jobs around that are run. */
  #noteLeftOut(): void {
    const jobs = INSTALLING.flatMap((job) =>
      (this.#config.build.jobs[job] ?? []).map((line) => `build.jobs.${job}: ${line}`),
    );
    const left = [...installsOf(this.#config).map((entry) => `python.install: ${entry}`), ...jobs];
    if (left.length === 0) return;
    this.#site.note(
      'Nothing is installed',
      `This project builds with what this machine has. Left out:\n${left.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}
