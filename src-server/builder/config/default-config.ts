import { type BuildConfig, DEFAULT_SEARCH_IGNORE } from '../../model/builds/build-config.ts';
import type { Project } from '../../model/projects/project.ts';

/** Returns the configuration of a repository without a configuration file: version 1's defaults (behaviour.md 9 and 15). */
export function defaultConfig({ documentationType }: Pick<Project, 'documentationType'>): BuildConfig {
  const isSphinx = documentationType !== 'mkdocs' && documentationType !== 'generic';
  return {
    version: '1',
    doctype: documentationType,
    formats: ['htmlzip', 'epub', 'pdf'],
    python: {
      version: 3,
      install: [{ by: 'requirements', requirements: null }],
      systemPackages: false,
    },
    conda: null,
    build: {
      image: 'readthedocs/build:latest',
      os: null,
      tools: {},
      jobs: {},
      commands: [],
      aptPackages: [],
    },
    sphinx: { builder: isSphinx ? documentationType : 'sphinx', configuration: null, failOnWarning: false },
    mkdocs: { configuration: null, failOnWarning: false },
    submodules: { include: 'all', exclude: [], recursive: true },
    search: { ranking: {}, ignore: [...DEFAULT_SEARCH_IGNORE] },
  };
}
