import { type Command, command } from '../command-line.ts';
import { ALLOW_BUILDS, DATA_OPTIONS, JSON_OUTPUT } from '../common-options.ts';

/** Commands that load data from files and write it as a kit. Their code is loaded when they run. */
export const SEED_COMMANDS: readonly Command[] = [
  command({
    name: 'seed',
    summary: 'Load users and projects from a file, all of it or nothing.',
    details: ['docs/seed.schema.json describes the file.'],
    positionals: [{ name: 'FILE' }],
    options: {
      missing: {
        kind: 'flag',
        help: 'Load only the projects that are not there yet; the others stay as they are.',
      },
      'allow-builds': ALLOW_BUILDS,
      ...DATA_OPTIONS,
    },
    run: async (options, [file = ''], terminal) => (await import('./seed.ts')).seed(options, file, terminal),
  }),
  command({
    name: 'kit list',
    summary: 'List the kits that Lectern brings.',
    positionals: [],
    options: { json: JSON_OUTPUT },
    run: async (_options, _none, terminal) => (await import('./kits.ts')).listKits(terminal),
  }),
  command({
    name: 'kit check',
    summary: 'Check every file of a kit, and name the place of each problem.',
    details: [
      'KIT is a folder, a .lectern-kit.zip or the name of a built-in kit. docs/handbook/pages/kits.md describes kits.',
    ],
    positionals: [{ name: 'KIT' }],
    options: { json: JSON_OUTPUT },
    run: async (_options, [path = ''], terminal) => (await import('./kits.ts')).checkKit(path, terminal),
  }),
  command({
    name: 'kit make',
    summary: 'Write the present data as a kit, without secrets, into a new folder or .zip.',
    positionals: [{ name: 'PATH' }],
    options: DATA_OPTIONS,
    run: async (options, [path = ''], terminal) =>
      (await import('./kits.ts')).makeKit(options, path, terminal),
  }),
];
