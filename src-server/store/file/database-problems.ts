import { Problem } from '../../model/base/problems.ts';
import { formatTimestamp, type Timestamp } from '../../model/base/timestamp.ts';

/** Who works on a data folder. */
export type LockHolder = {
  readonly what: 'desktop app' | 'server' | 'command';
  /** Where it listens; undefined until it does. */
  readonly url?: string | undefined;
  readonly pid: number;
  readonly since: Timestamp;
};

/** Another process uses this data folder (safety R2). `holder` is undefined when its note cannot be read. */
export class FolderInUse extends Problem {
  override readonly name = 'FolderInUse';
  readonly holder: LockHolder | undefined;
  constructor(folder: string, holder: LockHolder | undefined) {
    super(
      `The data folder ${folder} is in use by ${holder ? describeHolder(holder) : 'another process'}. ` +
        'Quit it first, or choose another folder with --data.',
    );
    this.holder = holder;
  }
}

/** The file cannot be used as a database: zeroed, cut off, overwritten, or not a file at all (safety R6). */
export class DamagedDatabase extends Problem {
  override readonly name: string = 'DamagedDatabase';
  readonly file: string;
  /** The first is plain text, as part of a sentence; the others are SQLite's messages. */
  readonly findings: readonly string[];
  constructor(file: string, found: readonly string[], remedy = RESTORE_OR_START_EMPTY) {
    const [first = UNREADABLE, ...rest] = found;
    const findings = [...describeDamage(first), ...rest];
    super(
      `The database ${file} is damaged: ${findings[0]}. ${remedy} \`npm run lectern -- doctor\` shows more.`,
    );
    this.file = file;
    this.findings = findings;
  }
}

const RESTORE_OR_START_EMPTY =
  'Restore the newest valid backup with `npm run lectern -- recover --backup`, ' +
  'or start empty with `npm run lectern -- recover --fresh`. Both keep the damaged file under another name.';

/** Changes that a damaged log would lose. */
export type LostChanges = {
  /** The place of the first damage in the log, in bytes. */
  readonly at: number;
  /** How many transactions may be lost; 0 when nobody knows. */
  readonly changes: number;
  /** When the last change was made that can be read; null when none can. */
  readonly since: Timestamp | null;
};

/** The write-ahead log is damaged before its end, so SQLite would drop what is behind the damage (safety R6). */
export class DamagedLog extends DamagedDatabase {
  override readonly name = 'DamagedLog';
  readonly lost: LostChanges;
  constructor(file: string, lost: LostChanges) {
    super(
      file,
      [
        describeLoss(lost),
        ...(lost.changes > 0 ? [`the damage begins at byte ${lost.at} of ${file}-wal`] : []),
      ],
      'Continue with what can be read with `npm run lectern -- recover --readable`, restore the newest valid backup ' +
        'with `npm run lectern -- recover --backup`, or start empty with `npm run lectern -- recover --fresh`. ' +
        'Each keeps the damaged files under another name.',
    );
    this.lost = lost;
  }
}

function describeLoss({ changes, since }: LostChanges): string {
  if (changes === 0)
    return 'a folder stands in the place of its log, and changes that were in the log may be lost';
  const from = since === null ? '' : ` made since ${formatTimestamp(since)}`;
  return `its log of the latest changes has an error, and ${changes} changes${from} may be lost`;
}

/** Describes a file whose structure is broken, as part of a sentence. */
export const UNREADABLE = 'parts of it cannot be read';

/** Converts SQLite's message about a damaged file to lines, the first of them plain text. */
export function describeDamage(message: string): string[] {
  const known = SQLITE_MESSAGES.find(([text]) => text.test(message));
  return known ? [known[1], message] : [message];
}

// Texts of SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html).
const SQLITE_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^database disk image is malformed/, UNREADABLE],
  [/^malformed database schema/, 'the description of its tables cannot be read'],
  [/^file is not a database/, 'it is not a readable database'],
];

/** A newer Lectern wrote the database; nothing was changed (safety R9). `needs` is the release that reads it, if known. */
export class NewerDatabase extends Problem {
  override readonly name = 'NewerDatabase';
  readonly needs: string | undefined;
  /** Its schema, and the newest that this program knows. */
  readonly found: number;
  readonly supported: number;
  constructor(file: string, found: number, supported: number, needs: string | undefined) {
    super(
      `The database ${file} was written by a newer Lectern (schema ${found}; this one knows ${supported}). ` +
        `Nothing was changed. Install ${needs ? `Lectern ${needs} or later` : 'the newest Lectern'}, ` +
        'or restore an older backup with `npm run lectern -- restore`.',
    );
    this.needs = needs;
    this.found = found;
    this.supported = supported;
  }
}

/** A valid SQLite file that another program made; nothing was changed. */
export class NotOurDatabase extends Problem {
  override readonly name = 'NotOurDatabase';
  constructor(file: string) {
    super(
      `${file} is a database of another program. Nothing was changed. ` +
        'Move the file elsewhere, or choose another folder with --data.',
    );
  }
}

/** A backup failed, so what depended on it was not done either. `cause` says why. */
export class BackupFailed extends Problem {
  override readonly name = 'BackupFailed';
  constructor(reason: string, cause: unknown) {
    super(
      `The ${reason} backup failed: ${(cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')}. ` +
        'The database was not changed. Free some disk space if it is low; ' +
        '`npm run lectern -- doctor` shows more.',
      { cause },
    );
  }
}

function describeHolder({ what, pid, url, since }: LockHolder): string {
  const details = [`process ${pid}`, url, `since ${formatTimestamp(since)}`].filter(Boolean).join(', ');
  return `${what === 'command' ? 'a Lectern command' : `the Lectern ${what}`} (${details})`;
}
