import type { RecoveryState } from '../../src-main/ipc/bridge.ts';

type Failure = RecoveryState['failure'];
type Choice = RecoveryState['choices'][number];
type Backup = RecoveryState['backups'][number];

/** What the page says of a failure. */
export type Words = {
  readonly title: string;
  readonly sentences: readonly string[];
  /** For whoever wants to know more, a line each. */
  readonly details: readonly string[];
};

/** What happened, in plain words, and that nothing is lost by it. */
export function failureWords(failure: Failure): Words {
  switch (failure.kind) {
    case 'damaged':
      return {
        title: 'The database is damaged',
        sentences: [
          `${failure.file} cannot be used: ${failure.faults[0] ?? 'parts of it cannot be read'}.`,
          'Whatever you choose, the damaged file is kept aside. Nothing is deleted.',
        ],
        details: failure.faults.slice(1),
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
          `The data folder ${failure.folder} is in use by ${holderWords(failure)}. Quit that one first.`,
        ],
        details: [],
      };
    case 'port':
      return {
        title: `Port ${failure.port} is taken`,
        sentences: [`${portHolderWords(failure.holder)} listens on port ${failure.port}. Your data is fine.`],
        details: failure.holder.command === undefined ? [] : [failure.holder.command],
      };
    case 'full':
      return {
        title: 'The disk is full',
        sentences: [
          `There is no space left for ${failure.folder}. Nothing is lost; free some and try again.`,
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
        sentences: ['Something went wrong that Lectern does not know. Your data was not changed.'],
        details: [failure.reason, failure.folder],
      };
  }
}

/** A choice as a row: what the button says, what it does, and what that means. */
export type ChoiceWords = { readonly button: string; readonly title: string; readonly meaning: string };

/** @param newestGood what is known of the newest good backup: `undefined` while it is looked for */
export function choiceWords(choice: Choice, newestGood: Backup | null | undefined): ChoiceWords {
  switch (choice) {
    case 'restoreNewest':
      return {
        button: 'Restore',
        title: 'Go back to the newest good backup',
        meaning:
          newestGood === undefined
            ? 'Looking through the backups.'
            : newestGood === null
              ? 'None of the backups is good.'
              : `Made ${backupWords(newestGood)}.`,
      };
    case 'restoreOne':
      return {
        button: 'Restore this one',
        title: 'Go back to another backup',
        meaning: 'It is looked through before it is used.',
      };
    case 'restoreFile':
      return {
        button: 'Choose a file…',
        title: 'Go back to a backup kept elsewhere',
        meaning: 'It is looked through and copied; the file itself stays as it is.',
      };
    case 'startEmpty':
      return {
        button: 'Start empty',
        title: 'Start with an empty database',
        meaning: 'The present one is kept aside in the data folder.',
      };
    case 'otherFolder':
      return {
        button: 'Choose a folder…',
        title: 'Use another data folder',
        meaning: 'An empty one, or one that Lectern has used before.',
      };
    case 'freePort':
      return {
        button: 'Use a free port',
        title: 'Answer on any free port',
        meaning: 'Until Lectern ends. Tools that call the usual address will not find it.',
      };
    case 'otherPort':
      return {
        button: 'Use this port',
        title: 'Answer on another port',
        meaning: 'From now on, also at the next start.',
      };
    case 'again':
      return { button: 'Try again', title: 'Try again', meaning: 'When what stood in the way is gone.' };
    case 'showFolder':
      return { button: 'Show', title: 'Show the data folder', meaning: 'In the file manager.' };
    case 'quit':
      return { button: 'Quit', title: 'Quit Lectern', meaning: 'Everything stays as it is.' };
  }
}

/** `21 November 2026 at 04:20, daily, 1.2 MB` */
export function backupWords({ created, reason, bytes }: Backup): string {
  const date = new Date(created / 1000);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${day} at ${time}, ${reason.replaceAll('-', ' ')}, ${sizeWords(bytes)}`;
}

function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const HOLDERS: Readonly<Record<string, string>> = {
  'desktop app': 'another Lectern window',
  server: 'a Lectern server',
  command: 'a Lectern command',
};

function holderWords({ holder }: Extract<Failure, { kind: 'held' }>): string {
  if (holder === null) return 'another program';
  const where = holder.url === undefined ? '' : ` at ${holder.url}`;
  return `${HOLDERS[holder.what] ?? 'another program'} (process ${holder.pid}${where})`;
}

function portHolderWords({ lectern, pid }: Extract<Failure, { kind: 'port' }>['holder']): string {
  const who = lectern ? 'Another Lectern' : 'Another program';
  return pid === undefined ? who : `${who} (process ${pid})`;
}
