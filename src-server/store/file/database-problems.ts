import { Problem } from '../../model/base/problems.ts';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import type { LockHolder } from './folder-lock.ts';

/** Another process works on this data folder (safety R2). `holder` is undefined when it did not say who it is. */
export class FolderInUse extends Problem {
  override readonly name = 'FolderHeld';
  readonly holder: LockHolder | undefined;
  constructor(folder: string, holder: LockHolder | undefined) {
    super(
      `The data folder ${folder} is in use by ${holder ? describeHolder(holder) : 'another process'}. ` +
        'Quit that one first, or choose another folder with --data.',
    );
    this.holder = holder;
  }
}

/** The file cannot be used as a database: zeroed, cut off, overwritten, or not a file at all (safety R6). */
export class DamagedDatabase extends Problem {
  override readonly name = 'DamagedDatabase';
  readonly file: string;
  /** The first one in plain words, as part of a sentence; then what SQLite says, a line each. */
  readonly findings: readonly string[];
  constructor(file: string, found: readonly string[]) {
    const [first = UNREADABLE, ...rest] = found;
    const findings = [...describeDamage(first), ...rest];
    super(
      `The database ${file} is damaged: ${findings[0]}. ` +
        'Go on from the newest good backup with `npm run lectern -- recover --backup`, ' +
        'or start empty with `npm run lectern -- recover --fresh`. Either keeps the damaged file aside. ' +
        '`npm run lectern -- doctor` shows more.',
    );
    this.file = file;
    this.findings = findings;
  }
}

/** The first thing to say of a file whose structure SQLite finds broken, as part of a sentence. */
export const UNREADABLE = 'parts of it cannot be read';

/** What SQLite said of a damaged file as lines of which the first is for people. */
export function describeDamage(message: string): string[] {
  const known = SQLITE_MESSAGES.find(([text]) => text.test(message));
  return known ? [known[1], message] : [message];
}

// Texts of SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html).
const SQLITE_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^database disk image is malformed/, UNREADABLE],
  [/^malformed database schema/, 'the description of its tables cannot be read'],
  [/^file is not a database/, 'it does not read as a database'],
];

/** A newer Lectern wrote the database; nothing was touched (safety R9). `needs` is the release that reads it, if known. */
export class NewerDatabase extends Problem {
  override readonly name = 'NewerDatabase';
  readonly needs: string | undefined;
  constructor(file: string, found: number, supported: number, needs: string | undefined) {
    super(
      `The database ${file} was written by a newer Lectern (schema ${found}; this one knows ${supported}). ` +
        `Nothing was changed. Install Lectern ${needs ?? 'in its newest release'}${needs ? ' or later' : ''}, ` +
        'or go back to an older backup with `npm run lectern -- restore`.',
    );
    this.needs = needs;
  }
}

/** A sound SQLite file that some other program made; nothing was touched. */
export class NotOurDatabase extends Problem {
  override readonly name = 'NotOurDatabase';
  constructor(file: string) {
    super(
      `${file} is a database of another program. Nothing was changed. ` +
        'Move it elsewhere, or choose another folder with --data.',
    );
  }
}

/** No backup came about, so whatever waited for it did not happen either. `cause` says why. */
export class BackupFailed extends Problem {
  override readonly name = 'BackupFailed';
  constructor(reason: string, cause: unknown) {
    super(
      `The ${reason} backup failed: ${(cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')}. ` +
        'The database itself was not changed. Free some disk space if that is short; ' +
        '`npm run lectern -- doctor` shows more.',
      { cause },
    );
  }
}

function describeHolder({ what, pid, url, since }: LockHolder): string {
  const details = [`process ${pid}`, url, `since ${formatTimestamp(since)}`].filter(Boolean).join(', ');
  return `${what === 'command' ? 'a Lectern command' : `the Lectern ${what}`} (${details})`;
}
