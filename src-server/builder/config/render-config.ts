import type { Json, JsonObject } from '../../model/builds/build.ts';
import {
  type BuildConfig,
  type BuildTool,
  DEFAULT_SEARCH_IGNORE,
  type PythonInstall,
} from '../../model/builds/build-config.ts';

/** The full versions of the tools that were found, such as `3.12.4` for `3.12`. */
export type FullVersions = { readonly [tool in BuildTool]?: string };

/**
 * Renders the configuration as `expand=config` shows it: always the keys of behaviour.md 9, and today's keys that the
 * file uses. Until a tool is found, its requested version replaces the full one.
 */
export function renderConfig(config: BuildConfig, versions: FullVersions = {}): JsonObject {
  const { version, formats, python, conda, doctype, sphinx, mkdocs, submodules, search } = config;
  return {
    version,
    formats,
    python: {
      version: python.version,
      install: python.install.map(install),
      use_system_site_packages: python.systemPackages,
    },
    conda: conda && { environment: conda.environment },
    build: build(config.build, versions),
    doctype,
    sphinx: sphinx && {
      builder: sphinx.builder,
      configuration: sphinx.configuration,
      fail_on_warning: sphinx.failOnWarning,
    },
    mkdocs: mkdocs && { configuration: mkdocs.configuration, fail_on_warning: mkdocs.failOnWarning },
    submodules: { ...submodules },
    ...(isUsed(search) && { search: { ...search } }),
  };
}

function build(
  { image, os, tools, jobs, commands, aptPackages }: BuildConfig['build'],
  fullVersions: FullVersions,
) {
  const toolEntries = Object.entries(tools).map(([tool, version]): [string, Json] => [
    tool,
    { version, full_version: fullVersions[tool as BuildTool] ?? version },
  ]);
  const { build: outputs, ...steps } = jobs;
  const rendered: { [key: string]: Json } = { image };
  if (os !== null) rendered.os = os;
  if (toolEntries.length > 0) rendered.tools = Object.fromEntries(toolEntries);
  if (Object.keys(jobs).length > 0) rendered.jobs = { ...steps, ...(outputs && { build: { ...outputs } }) };
  if (commands.length > 0) rendered.commands = commands;
  if (aptPackages.length > 0) rendered.apt_packages = aptPackages;
  return rendered;
}

function install(entry: PythonInstall): JsonObject {
  if (entry.by === 'requirements') return { requirements: entry.requirements };
  if (entry.by !== 'uv')
    return { path: entry.path, method: entry.by, extra_requirements: entry.extraRequirements };
  const { by: method, command, path, requirements, groups, extras } = entry;
  return { method, command, path, requirements, groups, extras };
}

function isUsed({ ranking, ignore }: BuildConfig['search']): boolean {
  return (
    Object.keys(ranking).length > 0 ||
    ignore.length !== DEFAULT_SEARCH_IGNORE.length ||
    DEFAULT_SEARCH_IGNORE.some((pattern) => !ignore.includes(pattern))
  );
}
