import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS } from '../common-options.ts';

/** Commands for backups and damaged databases. Their code is loaded when they run. */
export const BACKUP_COMMANDS: readonly Command[] = [
  command({
    name: 'backup',
    summary: 'Make a verified backup, or list the existing ones.',
    positionals: [],
    options: {
      list: { kind: 'flag', help: 'List the backups, newest first, without making one.' },
      ...DATA_OPTIONS,
    },
    run: async (options, _none, terminal) => (await import('./backups.ts')).backup(options, terminal),
  }),
  command({
    name: 'restore',
    summary: 'Restore a backup; the current state is backed up first.',
    positionals: [{ name: 'FILE|newest' }],
    options: DATA_OPTIONS,
    run: async (options, [file = ''], terminal) =>
      (await import('./backups.ts')).restore(options, file, terminal),
  }),
  command({
    name: 'recover',
    summary:
      'Replace a damaged database by a backup, by what can be read or by an empty one; the damaged file is kept.',
    positionals: [{ name: 'FILE', optional: true }],
    options: {
      backup: { kind: 'flag', help: 'Restore the backup FILE, or the newest valid one.' },
      readable: { kind: 'flag', help: 'Continue with what can be read of the damaged one.' },
      fresh: { kind: 'flag', help: 'Start with an empty database.' },
      ...DATA_OPTIONS,
    },
    run: async (options, [file], terminal) => (await import('./backups.ts')).recover(options, file, terminal),
  }),
];
