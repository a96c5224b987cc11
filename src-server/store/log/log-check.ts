import { statSync } from 'node:fs';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { DamagedLog } from '../file/database-problems.ts';
import { withReadOnly } from '../file/integrity.ts';
import { type LogFrame, type LogFrames, readLogFrames } from './log-frames.ts';

/** What a write-ahead log holds behind the first frame that SQLite cannot use. */
export type LogCheck = {
  /** `uncertain`: one change is incomplete, by damage or because it was being written; it may never have been answered. */
  readonly state: 'sound' | 'uncertain' | 'damaged';
  /** The place of the first bad byte run in the log. */
  readonly at: number;
  /** How many changes SQLite would drop; 0 in a damaged log that is no file, where nobody knows. */
  readonly changes: number;
};

const SOUND: LogCheck = { state: 'sound', at: 0, changes: 0 };
/** A folder stands where SQLite keeps a log, so it cannot open the database. */
const NO_LOG: LogCheck = { state: 'damaged', at: 0, changes: 0 };
const SIDECAR_SUFFIXES = ['-wal', '-shm', '-journal'];

/**
 * Checks the log that a process left behind when it was killed. SQLite reads a log up to the first bad frame and takes
 * that for its end, so a flipped bit would lose every change behind it without a word (safety R6). The caller holds the
 * folder's lock and has no handle open.
 */
export function checkLog(database: string): LogCheck {
  if (!statSync(database, { throwIfNoEntry: false })?.isFile()) return SOUND;
  if (SIDECAR_SUFFIXES.some((end) => isNoFile(database + end))) return NO_LOG;
  const log = `${database}-wal`;
  if (!statSync(log, { throwIfNoEntry: false })?.size) return SOUND;
  return judge(readLogFrames(log, database));
}

function isNoFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/**
 * Checks the log and describes an uncertain one, or undefined for a sound one.
 * @throws DamagedLog, with the time of the last change that can still be read
 */
export function requireUndamagedLog(database: string): string | undefined {
  const { state, at, changes } = checkLog(database);
  if (state === 'damaged')
    throw new DamagedLog(database, { at, changes, since: lastReadableChange(database) });
  return state === 'uncertain' ? UNCERTAIN_LOG : undefined;
}

/** Describes a log whose last change is incomplete. */
export const UNCERTAIN_LOG =
  'the last change before Lectern stopped is incomplete: it was being written, or the disk damaged it';

// A transaction is written only when the one before is on the disk. So at most one, the last, can be incomplete without
// damage: a bad frame before the end of two of them was once complete.
function judge(found: LogFrames): LogCheck {
  const salt = found.salt ?? saltOfRun(found.frames);
  const isGood = (frame: LogFrame) => frame.follows && frame.salt === salt;
  const first = found.salt === undefined ? 0 : found.frames.findIndex((frame) => !isGood(frame));
  if (first === -1) return SOUND;
  const behind = found.frames.slice(first);
  const changes = behind.filter((frame) => frame.commits && isOfRun(frame, salt, frame === behind[0])).length;
  const at = found.salt === undefined ? 0 : (behind[0]?.at ?? 0);
  if (changes === 0) return SOUND;
  return { state: changes === 1 ? 'uncertain' : 'damaged', at, changes };
}

/** Whether a frame was written in the current run; one whose salt is damaged still follows from the one before. */
function isOfRun({ salt, follows }: LogFrame, current: string | undefined, isFirst: boolean): boolean {
  return salt === current || (isFirst && follows);
}

/** Without a header, the run is that of the first two frames that belong together. */
function saltOfRun(frames: readonly LogFrame[]): string | undefined {
  return (
    frames.find(({ follows, salt }, index) => follows && frames[index - 1]?.salt === salt)?.salt ??
    frames[0]?.salt
  );
}

function lastReadableChange(file: string): Timestamp | null {
  try {
    return withReadOnly(
      file,
      (database) =>
        database.prepare<[], number>('SELECT at FROM journal ORDER BY id DESC LIMIT 1').pluck().get() ?? null,
    );
  } catch {
    // The file alone may be unreadable without what its log holds.
    return null;
  }
}
