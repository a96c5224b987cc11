import type { DocumentationType } from '../projects/project.ts';

/** What can be built beside the pages, in the order in which `formats: all` stands for them (behaviour.md 9). */
export const CONFIG_FORMATS = ['htmlzip', 'pdf', 'epub'] as const;
export type ConfigFormat = (typeof CONFIG_FORMATS)[number];

/** What `build.jobs.build` can replace the making of. */
export const OUTPUT_FORMATS = ['html', ...CONFIG_FORMATS] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The lists of `build.jobs`, in the order in which a build comes to them (behaviour.md 15). */
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

/** Names, or every one there is. */
export type AllOrNames = 'all' | readonly string[];

/** `method: uv`. With `pip` it has `requirements` or `path`, with `sync` always `path`. */
export type UvInstall = {
  readonly by: 'uv';
  readonly command: 'sync' | 'pip';
  readonly path: string | null;
  readonly requirements: string | null;
  readonly groups: AllOrNames;
  readonly extras: AllOrNames;
};

/** One thing to install. Paths are relative to the repository and may begin with a dash: put `./` before them. */
export type PythonInstall =
  /** null: the builder looks for a file of the usual name (only without a configuration file). */
  | { readonly by: 'requirements'; readonly requirements: string | null }
  | {
      readonly by: 'pip' | 'setuptools';
      readonly path: string;
      readonly extraRequirements: readonly string[];
    }
  | UvInstall;

/** The lists of commands that a file gives; those of `build` stand in for the builder's own. */
export type BuildJobs = { readonly [job in BuildJob]?: readonly string[] } & {
  readonly build?: { readonly [format in OutputFormat]?: readonly string[] };
};

/** How Sphinx makes the pages, by the names of section 9. */
export type SphinxBuilder = 'sphinx' | 'sphinx_htmldir' | 'sphinx_singlehtml';

/** `configuration` is relative to the repository; null: the builder looks for it. */
export type DocsTool = { readonly configuration: string | null; readonly failOnWarning: boolean };

/** What the configuration file of builds says, with every default filled in (behaviour.md 15). */
export type BuildConfig = {
  /** '1' where there is no file. */
  readonly version: '1' | '2';
  /** What makes the pages: the one word that says which of `sphinx`, `mkdocs` and the commands counts. */
  readonly doctype: DocumentationType;
  readonly formats: readonly ConfigFormat[];
  readonly python: {
    /** As section 9 shows it: 3.7, 'pypy3.5'. What `build.tools.python` asks stands there alone. */
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
    /** They replace the whole build; what they leave in `_readthedocs/` is served. */
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
    /** Pattern of pages to a rank from -10 to 10. */
    readonly ranking: { readonly [pattern: string]: number };
    readonly ignore: readonly string[];
  };
};

/** Pages that a search leaves out where the file does not say otherwise (behaviour.md 9). */
export const DEFAULT_SEARCH_IGNORE = [
  'search.html',
  'search/index.html',
  '404.html',
  '404/index.html',
] as const;
