import type { RecoveryState } from '../../src-main/ipc/bridge.ts';

type Failure = RecoveryState['failure'];
type Choice = RecoveryState['choices'][number];
type Backup = RecoveryState['backups'][number];

/** Texts of a failure. */
export type FailureText = {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Further lines, collapsed at first. */
  readonly details: readonly string[];
};

/** Explains a failure, and that no data is lost. */
export function failureText(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'damaged':
      return {
        title: 'The database is damaged',
        sentences: [
          `${failure.file} cannot be used: ${failure.findings[0] ?? 'parts of it cannot be read'}.`,
          'Whatever you choose, the damaged file is kept. Nothing is deleted.',
        ],
        details: failure.findings.slice(1),
      };
    case 'log':
      return {
        title: 'The latest changes cannot be read',
        sentences: [
          `The log of the latest changes to ${failure.file} has an error: ${lostChangesLabel(failure)} may be lost. Everything before can be read.`,
          'Whatever you choose, the damaged files are kept. Nothing is deleted.',
        ],
        details: failure.findings.slice(1),
      };
    case 'newer':
      return {
        title: 'A newer Lectern wrote this database',
        sentences: [
          `This is Lectern ${failure.version}. The data in ${failure.folder} needs Lectern ${failure.needs ?? 'in its newest release'}${failure.needs === null ? '' : ' or later'}.`,
          'Nothing was changed. Install that release, or choose below.',
        ],
        details: [],
      };
    case 'foreign':
      return {
        title: 'Another program’s database',
        sentences: [`The database in ${failure.folder} was made by another program. Nothing was changed.`],
        details: [],
      };
    case 'held':
      return {
        title: 'Lectern is already open',
        sentences: [
          `The data folder ${failure.folder} is in use by ${holderLabel(failure)}. Quit that one first.`,
        ],
        details: [],
      };
    case 'port':
      return {
        title: `Port ${failure.port} is taken`,
        sentences: [`${portHolderLabel(failure.holder)} listens on port ${failure.port}. Your data is fine.`],
        details: failure.holder.command === undefined ? [] : [failure.holder.command],
      };
    case 'full':
      return {
        title: 'The disk is full',
        sentences: [
          `There is no space left for ${failure.folder}. Nothing is lost; free some space and try again.`,
        ],
        details: [],
      };
    case 'folder':
      return {
        title: 'The data folder cannot be used',
        sentences: [failure.reason, `Lectern looked in ${failure.folder}.`],
        details: [],
      };
    case 'other':
      return {
        title: 'Lectern cannot open',
        sentences: ['An unexpected error occurred. Your data was not changed.'],
        details: [failure.reason, failure.folder],
      };
  }
}

/** Texts of a choice: button, title and description. */
export type ChoiceText = { readonly button: string; readonly title: string; readonly description: string };

/** Returns the texts of a choice. `newestGood` is undefined while it is searched for, null when there is none. */
export function choiceText(choice: Choice, newestGood: Backup | null | undefined): ChoiceText {
  switch (choice) {
    case 'continueReadable':
      return {
        button: 'Continue',
        title: 'Continue with what can be read',
        description: 'Only the changes that cannot be read are missing.',
      };
    case 'restoreNewest':
      return {
        button: 'Restore',
        title: 'Restore the newest good backup',
        description:
          newestGood === undefined
            ? 'Checking the backups.'
            : newestGood === null
              ? 'No good backup was found.'
              : `Made ${formatBackup(newestGood)}.`,
      };
    case 'restoreOne':
      return {
        button: 'Restore this one',
        title: 'Restore another backup',
        description: 'It is checked before it is used.',
      };
    case 'restoreFile':
      return {
        button: 'Choose a file…',
        title: 'Restore a backup file',
        description: 'It is checked and copied; the file itself is not changed.',
      };
    case 'startEmpty':
      return {
        button: 'Start empty',
        title: 'Start with an empty database',
        description: 'The current one is kept in the data folder.',
      };
    case 'otherFolder':
      return {
        button: 'Choose a folder…',
        title: 'Use another data folder',
        description: 'An empty one, or one that Lectern has used before.',
      };
    case 'freePort':
      return {
        button: 'Use a free port',
        title: 'Use any free port',
        description: 'Until Lectern quits. Tools that use the usual address cannot reach it.',
      };
    case 'otherPort':
      return {
        button: 'Use this port',
        title: 'Use another port',
        description: 'From now on, also after a restart.',
      };
    case 'again':
      return { button: 'Try again', title: 'Try again', description: 'Once the problem is solved.' };
    case 'showFolder':
      return { button: 'Show', title: 'Show the data folder', description: 'In the file manager.' };
    case 'quit':
      return { button: 'Quit', title: 'Quit Lectern', description: 'Nothing is changed.' };
  }
}

/** Formats a backup: `21 November 2026 at 04:20, daily, 1.2 MB`. */
export function formatBackup({ created, fromFuture, reason, bytes }: Backup): string {
  const doubt = fromFuture ? ' (a date in the future)' : '';
  return `${formatTime(created)}${doubt}, ${reason.replaceAll('-', ' ')}, ${formatSize(bytes)}`;
}

function formatTime(at: number): string {
  const date = new Date(at / 1000);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${day} at ${time}`;
}

function lostChangesLabel({ changes, since }: Extract<Failure, { kind: 'log' }>): string {
  const count = changes === 0 ? 'an unknown number of changes' : `${changes} changes`;
  return `${count}${since === null ? '' : ` made since ${formatTime(since)}`}`;
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const HOLDER_LABELS: Readonly<Record<string, string>> = {
  'desktop app': 'another Lectern window',
  server: 'a Lectern server',
  command: 'a Lectern command',
};

function holderLabel({ holder }: Extract<Failure, { kind: 'held' }>): string {
  if (holder === null) return 'another program';
  const location = holder.url === undefined ? '' : ` at ${holder.url}`;
  return `${HOLDER_LABELS[holder.what] ?? 'another program'} (process ${holder.pid}${location})`;
}

function portHolderLabel({ lectern, pid }: Extract<Failure, { kind: 'port' }>['holder']): string {
  const holderName = lectern ? 'Another Lectern' : 'Another program';
  return pid === undefined ? holderName : `${holderName} (process ${pid})`;
}
