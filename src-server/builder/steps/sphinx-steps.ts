import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { BuildConfig, OutputFormat, SphinxBuilder } from '../../model/builds/build-config.ts';
import { configFilesAmong } from '../config/read-config.ts';
import { FastRebuild } from '../kept/fast-rebuild.ts';
import { installedPackages } from '../kept/installed-packages.ts';
import { withinCheckout } from '../process/within-checkout.ts';
import { zipFolder } from '../publish/zip-folder.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { CommandFailed } from '../queue/build-problem.ts';
import { resolveSphinxConfig } from './docs-source.ts';
import { openEarlierPages } from './earlier-pages.ts';
import { findOnPath } from './find-programs.ts';
import { docsToolMissing, remedyFor } from './missing-tool.ts';
import { inCheckout } from './python/python-environment.ts';

/** Builds one format into the output folder. */
export type MakeFormat = (format: OutputFormat) => Promise<void>;

/** Sphinx's own names of its builders. */
const BUILDERS: Readonly<Record<SphinxBuilder, string>> = {
  sphinx: 'html',
  sphinx_htmldir: 'dirhtml',
  sphinx_singlehtml: 'singlehtml',
};

/**
 * Prepares to build the formats of a Sphinx project; nothing is injected into the pages.
 * @throws BuildProblem without Sphinx or a single conf.py @throws ConfigProblem for files outside the checkout
 * @throws CommandFailed @throws BuildStopped
 */
export async function prepareSphinx(
  context: BuildContext,
  config: BuildConfig,
  environment?: string,
): Promise<MakeFormat> {
  if (context.usesMachineTools && findOnPath('sphinx-build', context.env.PATH) === undefined)
    throw docsToolMissing('Sphinx', 'sphinx-build');
  const conf = await resolveSphinxConfig(context.folders.checkout, config.sphinx?.configuration ?? null);
  const folder = posix.dirname(conf);
  // Sphinx writes there.
  withinCheckout(context.folders.checkout, posix.join(folder, '_build'), 'sphinx.configuration');
  const sphinx = new Sphinx(context, folder, config, environment);
  await context.run(['cat', inCheckout(conf)], { allowFailure: true });
  return (format) => sphinx.make(format);
}

/** Builds one project with Sphinx. */
class Sphinx {
  readonly #context: BuildContext;
  /** The folder of conf.py, relative to the checkout. */
  readonly #folder: string;
  readonly #config: BuildConfig;

  /** What identifies the environment; undefined where that is unknown. */
  readonly #environment: string | undefined;

  constructor(context: BuildContext, folder: string, config: BuildConfig, environment: string | undefined) {
    this.#environment = environment;
    this.#context = context;
    this.#folder = folder;
    this.#config = config;
  }

  make(format: OutputFormat): Promise<void> {
    switch (format) {
      case 'html':
        return this.#html();
      case 'htmlzip':
        return this.#htmlzip();
      case 'epub':
        return this.#epub();
      case 'pdf':
        return this.#pdf();
    }
  }

  async #html(): Promise<void> {
    const builder = BUILDERS[this.#config.sphinx?.builder ?? 'sphinx'];
    const output = join(this.#context.folders.output, 'html');
    const { keeping, folders } = this.#context;
    const own = keeping?.state.own;
    const fast =
      own && keeping?.sources
        ? new FastRebuild(this.#context, own, keeping.sources, {
            folder: this.#folder,
            files: [posix.join(this.#folder, 'conf.py'), ...configFilesAmong(readdirSync(folders.checkout))],
            environment: this.#environment ?? (await installedPackages(this.#context)),
            options: this.#options(builder, this.#strictness()),
            ...{ doctrees: this.#path('_build/doctrees'), output, onFast: keeping.onFast },
          })
        : undefined;
    await fast?.restore();
    await this.#buildPages(builder, output);
    await fast?.keep();
  }

  /** Writes the pages that have changed, where there are earlier ones, or all of them. */
  async #buildPages(builder: string, output: string): Promise<void> {
    const earlier = await openEarlierPages(output, this.#path('.'));
    await this.#build(builder, output, this.#strictness());
    const reason = await earlier?.staleReason();
    if (reason === undefined) return;
    this.#context.note('All pages are written again', reason);
    await this.#build(builder, output, ['-a', ...this.#strictness()]);
  }

  async #htmlzip(): Promise<void> {
    await this.#build('singlehtml', '_build/htmlzip', this.#strictness());
    const { project, version } = this.#context.queuedBuild;
    const target = join(this.#outputFolder('htmlzip'), `${project.slug}.zip`);
    await zipFolder(this.#path('_build/htmlzip'), target, `${project.slug}-${version.slug}`);
  }

  async #epub(): Promise<void> {
    await this.#build('epub', '_build/epub', this.#strictness());
    const file = readdirSync(this.#path('_build/epub')).find((name) => name.endsWith('.epub'));
    if (file === undefined) return;
    const target = join(this.#outputFolder('epub'), `${this.#context.queuedBuild.project.slug}.epub`);
    renameSync(this.#path(`_build/epub/${file}`), target);
  }

  /** Builds the PDF; without LaTeX it is left out with a note, since the pages are useful without it. */
  async #pdf(): Promise<void> {
    const context = this.#context;
    const { slug } = context.queuedBuild.project;
    if (findOnPath('latexmk', context.env.PATH) === undefined) {
      return context.note(
        'The PDF is left out',
        `There is no LaTeX (latexmk) on this computer. ${remedyFor('LaTeX')}`,
      );
    }
    await this.#build('latex', '_build/latex');
    const rcOptions = existsSync(this.#path('_build/latex/latexmkrc')) ? ['-r', 'latexmkrc'] : [];
    const options = ['-pdf', '-f', '-dvi-', '-ps-', `-jobname=${slug}`, '-interaction=nonstopmode'];
    const cwd = posix.join(this.#folder, '_build/latex');
    const { exitCode } = await context.run(['latexmk', ...rcOptions, ...options], {
      cwd,
      allowFailure: true,
    });
    const file = this.#path(`_build/latex/${slug}.pdf`);
    // LaTeX often fails and still writes the PDF, which counts (behaviour.md 9).
    if (existsSync(file)) renameSync(file, join(this.#outputFolder('pdf'), `${slug}.pdf`));
    else if (exitCode !== 0) throw new CommandFailed();
  }

  async #build(builder: string, target: string, strictness: readonly string[] = []): Promise<void> {
    const program = this.#context.usesMachineTools ? ['sphinx-build'] : ['python', '-m', 'sphinx'];
    const options = this.#options(builder, strictness);
    await this.#context.run([...program, ...options, '.', target], { cwd: this.#folder });
  }

  #options(builder: string, strictness: readonly string[]): readonly string[] {
    const language = `language=${this.#context.queuedBuild.project.language}`;
    return ['-T', ...strictness, '-b', builder, '-d', '_build/doctrees', '-D', language];
  }

  #strictness(): readonly string[] {
    return this.#config.sphinx?.failOnWarning ? ['-W', '--keep-going'] : [];
  }

  #path(path: string): string {
    return join(this.#context.folders.checkout, this.#folder, path);
  }

  #outputFolder(format: OutputFormat): string {
    const folder = join(this.#context.folders.output, format);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}
