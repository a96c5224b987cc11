import { PROJECT_KEYS } from '../../model/projects/project-keys.ts';
import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS } from '../common-options.ts';

const PROJECT = { name: 'PROJECT' } as const;

/** Commands about projects and their builds. Their code is loaded when they run. */
export const PROJECT_COMMANDS: readonly Command[] = [
  command({
    name: 'project set',
    summary: 'Change a setting of a project.',
    details: [
      'KEY and its VALUE are:',
      ...Object.entries(PROJECT_KEYS).map(([key, { takes, help }]) => `  ${key}: ${takes}; ${help}.`),
    ],
    positionals: [PROJECT, { name: 'KEY' }, { name: 'VALUE', blank: true }],
    options: {
      ...DATA_OPTIONS,
      version: {
        kind: 'text',
        value: 'VERSION',
        help: 'The version, for fast-rebuild; by default all of them.',
      },
    },
    run: async (options, [project = '', key = '', value = ''], terminal) =>
      (await import('./project-set.ts')).setProject(options, { project, key, value }, terminal),
  }),
  command({
    name: 'build',
    summary: 'Build a version of a project; ends with 0 when it passed, with 11 when it did not.',
    details: [
      'Without VERSION the default version is built. While Lectern runs, its own queue runs the build, and without',
      '--follow this command does not wait for it; otherwise it runs here, and the builds that wait run as well.',
    ],
    positionals: [PROJECT, { name: 'VERSION', optional: true }],
    options: {
      ...DATA_OPTIONS,
      follow: { kind: 'flag', help: 'Print the log as it is written, and wait for the end.' },
      'from-scratch': { kind: 'flag', help: 'Use nothing that earlier builds kept but downloaded packages.' },
    },
    run: async (options, [project = '', version], terminal) =>
      (await import('./build.ts')).build(options, { project, version }, terminal),
  }),
];
