import type { DocumentationType } from '../projects/project.ts';

/** The formats beside the pages, in the order of `formats: all` (behaviour.md 9). */
export const CONFIG_FORMATS = ['htmlzip', 'pdf', 'epub'] as const;
export type ConfigFormat = (typeof CONFIG_FORMATS)[number];

/** The formats that `build.jobs.build` can override. */
export const OUTPUT_FORMATS = ['html', ...CONFIG_FORMATS] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The jobs of `build.jobs`, in the order in which a build runs them (behaviour.md 15). */
export const BUILD_JOBS = [
  'pre_checkout',
  'post_checkout',
  'pre_system_dependencies',
  'post_system_dependencies',
  'pre_create_environment',
  'create_environment',
  'post_create_environment',
  'pre_install',
  'install',
  'post_install',
  'pre_build',
  'post_build',
] as const;
export type BuildJob = (typeof BUILD_JOBS)[number];

/** The keys of `build.tools`. */
export const BUILD_TOOLS = ['python', 'nodejs', 'ruby', 'rust', 'golang'] as const;
export type BuildTool = (typeof BUILD_TOOLS)[number];

/** Some names, or all. */
export type AllOrNames = 'all' | readonly string[];

/** An entry with `method: uv`; `pip` has `requirements` or `path`, `sync` always `path`. */
export type UvInstall = {
  readonly by: 'uv';
  readonly command: 'sync' | 'pip';
  readonly path: string | null;
  readonly requirements: string | null;
  readonly groups: AllOrNames;
  readonly extras: AllOrNames;
};

/** An entry of `python.install`. Paths are relative to the repository and may begin with a dash: prefix them with `./`. */
export type PythonInstall =
  /** null: the builder searches for a file with the usual name (only without a configuration file). */
  | { readonly by: 'requirements'; readonly requirements: string | null }
  | {
      readonly by: 'pip' | 'setuptools';
      readonly path: string;
      readonly extraRequirements: readonly string[];
    }
  | UvInstall;

/** The commands of each job; those of `build` replace the builder's own. */
export type BuildJobs = { readonly [job in BuildJob]?: readonly string[] } & {
  readonly build?: { readonly [format in OutputFormat]?: readonly string[] };
};

/** The Sphinx builders, by the names of behaviour.md 9. */
export type SphinxBuilder = 'sphinx' | 'sphinx_htmldir' | 'sphinx_singlehtml';

/** `configuration` is relative to the repository; null: the builder searches for it. */
export type DocsTool = { readonly configuration: string | null; readonly failOnWarning: boolean };

/** The build configuration, with all defaults filled in (behaviour.md 15). */
export type BuildConfig = {
  /** '1' without a configuration file. */
  readonly version: '1' | '2';
  /** What builds the pages: decides whether `sphinx`, `mkdocs` or the commands apply. */
  readonly doctype: DocumentationType;
  readonly formats: readonly ConfigFormat[];
  readonly python: {
    /** As in behaviour.md 9: 3.7, 'pypy3.5'. Independent of `build.tools.python`. */
    readonly version: number | string;
    readonly install: readonly PythonInstall[];
    readonly systemPackages: boolean;
  };
  readonly conda: { readonly environment: string } | null;
  readonly build: {
    /** The name of the image, such as `readthedocs/build:latest`. */
    readonly image: string;
    readonly os: string | null;
    readonly tools: { readonly [tool in BuildTool]?: string };
    readonly jobs: BuildJobs;
    /** Commands that replace the whole build; their output in `_readthedocs/` is served. */
    readonly commands: readonly string[];
    readonly aptPackages: readonly string[];
  };
  readonly sphinx: (DocsTool & { readonly builder: SphinxBuilder }) | null;
  readonly mkdocs: DocsTool | null;
  readonly submodules: {
    readonly include: AllOrNames;
    readonly exclude: AllOrNames;
    readonly recursive: boolean;
  };
  readonly search: {
    /** Maps patterns of pages to ranks from -10 to 10. */
    readonly ranking: { readonly [pattern: string]: number };
    readonly ignore: readonly string[];
  };
};

/** Pages excluded from search by default (behaviour.md 9). */
export const DEFAULT_SEARCH_IGNORE = [
  'search.html',
  'search/index.html',
  '404.html',
  '404/index.html',
] as const;
