import { REMOTE_KINDS } from '../../model/sync/remote.ts';
import { type Command, command, type Option, type Positional } from '../command-line.ts';
import { DATA_OPTIONS } from '../common-options.ts';

const REMOTE: Positional = { name: 'NAME' };
const WHICH: Positional = { name: 'NAME', optional: true };
const SLUG: Positional = { name: 'SLUG' };

const PROJECTS = {
  kind: 'list',
  value: 'SLUG',
  help: 'Only this project; may be repeated.',
} as const satisfies Option;

const WHILE_RUNNING = [
  'While Lectern has the data folder open, this goes through it; the environment variable LECTERN_TOKEN must hold a',
  'token of yours then.',
];
const CODES = 'Exit codes: 0 done, 1 failed, 9 conflicts, 10 there are changes.';

/** Commands for sync with a live service (sync.md, "Commands"). Their code is loaded when they run. */
export const SYNC_COMMANDS: readonly Command[] = [
  command({
    name: 'remote add',
    summary: 'Connect an account on a service; its token is read from standard input and tried first.',
    details: WHILE_RUNNING,
    positionals: [REMOTE, { name: 'URL' }],
    options: {
      kind: {
        kind: 'text',
        value: 'KIND',
        choices: REMOTE_KINDS,
        help: 'What answers there; by default told by the address.',
      },
      'token-stdin': { kind: 'flag', help: 'Required: read the token from standard input.' },
      ...DATA_OPTIONS,
    },
    run: async (options, [name = '', url = ''], terminal) =>
      (await import('./remotes.ts')).addRemote(options, name, url, terminal),
  }),
  command({
    name: 'remote list',
    summary: 'List the connected accounts.',
    details: WHILE_RUNNING,
    positionals: [],
    options: DATA_OPTIONS,
    run: async (options, _none, terminal) => (await import('./remotes.ts')).listRemotes(options, terminal),
  }),
  command({
    name: 'remote remove',
    summary: 'Disconnect an account; its token is forgotten and every local copy stays.',
    details: WHILE_RUNNING,
    positionals: [REMOTE],
    options: DATA_OPTIONS,
    run: async (options, [name = ''], terminal) =>
      (await import('./remotes.ts')).removeRemote(options, name, terminal),
  }),
  command({
    name: 'remote build',
    summary: 'Ask for a build of a version on its service; the next push starts it.',
    details: WHILE_RUNNING,
    positionals: [SLUG, { name: 'VERSION' }],
    options: {
      drop: { kind: 'flag', help: 'Take back what was asked for.' },
      ...DATA_OPTIONS,
    },
    run: async (options, [slug = '', version = ''], terminal) =>
      (await import('./remotes.ts')).requestBuild(options, slug, version, terminal),
  }),
  command({
    name: 'pull',
    summary: 'Bring changes of the service here; what was changed here too stays, as a conflict.',
    details: [...WHILE_RUNNING, CODES],
    positionals: [WHICH],
    options: {
      full: { kind: 'flag', help: 'Ask for everything, not only for what can have changed.' },
      project: PROJECTS,
      ...DATA_OPTIONS,
    },
    run: async (options, [name], terminal) => (await import('./pull.ts')).pull(options, name, terminal),
  }),
  command({
    name: 'changes',
    summary: 'List what was changed here and not sent yet, as steps with their effects.',
    details: [...WHILE_RUNNING, CODES],
    positionals: [WHICH],
    options: { project: PROJECTS, ...DATA_OPTIONS },
    run: async (options, [name], terminal) => (await import('./push.ts')).changes(options, name, terminal),
  }),
  command({
    name: 'push',
    summary: 'Send changes to the service, step by step; each is checked before it and read after it.',
    details: [...WHILE_RUNNING, CODES],
    positionals: [WHICH],
    options: {
      project: PROJECTS,
      only: {
        kind: 'list',
        value: 'ID',
        help: 'Only the step that "changes" lists by this ID; may be repeated.',
      },
      'dry-run': { kind: 'flag', help: 'Show the steps and send nothing.' },
      yes: { kind: 'flag', help: 'Do not ask first.' },
      ...DATA_OPTIONS,
    },
    run: async (options, [name], terminal) => (await import('./push.ts')).push(options, name, terminal),
  }),
  command({
    name: 'conflicts',
    summary: 'List what was changed on both sides.',
    details: [...WHILE_RUNNING, CODES],
    positionals: [WHICH],
    options: DATA_OPTIONS,
    run: async (options, [name], terminal) =>
      (await import('./conflicts.ts')).listConflicts(options, name, terminal),
  }),
  command({
    name: 'resolve',
    summary:
      'End a conflict: mine keeps the value here, which is sent then; theirs takes that of the service.',
    details: WHILE_RUNNING,
    positionals: [{ name: 'ID' }, { name: 'CHOICE', validate: validateChoice }],
    options: DATA_OPTIONS,
    run: async (options, [id = '', choice], terminal) =>
      (await import('./conflicts.ts')).resolveConflict(
        options,
        id,
        choice === 'theirs' ? 'theirs' : 'mine',
        terminal,
      ),
  }),
  command({
    name: 'export redirects',
    summary: 'Print the redirects of a project as YAML, to be kept in git.',
    details: WHILE_RUNNING,
    positionals: [SLUG],
    options: DATA_OPTIONS,
    run: async (options, [slug = ''], terminal) =>
      (await import('./files.ts')).exportFile(options, 'redirects', slug, terminal),
  }),
  command({
    name: 'export variables',
    summary: 'Print the environment variables of a project as YAML, without their values.',
    details: WHILE_RUNNING,
    positionals: [SLUG],
    options: DATA_OPTIONS,
    run: async (options, [slug = ''], terminal) =>
      (await import('./files.ts')).exportFile(options, 'variables', slug, terminal),
  }),
  command({
    name: 'apply',
    summary: 'Make the redirects or variables of a project here those of a file; "push" sends them.',
    details: [...WHILE_RUNNING, 'Applying a file twice changes nothing the second time.', CODES],
    positionals: [{ name: 'FILE' }],
    options: {
      'dry-run': { kind: 'flag', help: 'Show what would change, and change nothing.' },
      ...DATA_OPTIONS,
    },
    run: async (options, [file = ''], terminal) =>
      (await import('./files.ts')).applyFile(options, file, terminal),
  }),
];

function validateChoice(text: string): string | undefined {
  return text === 'mine' || text === 'theirs' ? undefined : 'it is mine or theirs';
}
