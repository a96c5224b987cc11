import type { Timestamp } from '../../../model/base/timestamp.ts';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../../model/builds/build-outcome.ts';

/** The values that the index keeps for one build. */
export type BuildIndexEntry = {
  readonly id: number;
  readonly projectId: number;
  readonly versionId: number;
  readonly created: Timestamp;
  readonly outcome: BuildOutcome;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
};

/** Holds builds oldest first, each value in a typed array. Positions count from 0. */
export type BuildColumns = {
  readonly length: () => number;
  readonly idAt: (at: number) => number;
  readonly createdAt: (at: number) => Timestamp;
  readonly projectAt: (at: number) => number;
  readonly versionAt: (at: number) => number;
  /** Returns the index of the outcome in `BUILD_OUTCOMES`. */
  readonly outcomeAt: (at: number) => number;
  /** Appends a build that is newer than all others. */
  readonly push: (entry: BuildIndexEntry) => void;
  /** Adds or overwrites a build; returns the outcome it had before, if any. */
  readonly put: (entry: BuildIndexEntry) => BuildOutcome | undefined;
};

const FIRST_SIZE = 1024;

/** Creates empty columns. */
export function createBuildColumns(): BuildColumns {
  let length = 0;
  let ids = new Float64Array(FIRST_SIZE);
  let created = new Float64Array(FIRST_SIZE);
  let projects = new Float64Array(FIRST_SIZE);
  let versions = new Float64Array(FIRST_SIZE);
  let outcomes = new Uint8Array(FIRST_SIZE);

  function ensureCapacity(): void {
    if (length < ids.length) return;
    ids = doubleCapacity(ids);
    created = doubleCapacity(created);
    projects = doubleCapacity(projects);
    versions = doubleCapacity(versions);
    const before = outcomes;
    outcomes = new Uint8Array(before.length * 2);
    outcomes.set(before);
  }

  function write(at: number, entry: BuildIndexEntry): void {
    ids[at] = entry.id;
    created[at] = entry.created;
    projects[at] = entry.projectId;
    versions[at] = entry.versionId;
    outcomes[at] = BUILD_OUTCOMES.indexOf(entry.outcome);
  }

  /** Returns the first position that is not before this build. */
  function findPosition(entry: BuildIndexEntry): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = (created[middle] ?? 0) - entry.created || (ids[middle] ?? 0) - entry.id;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function push(entry: BuildIndexEntry): void {
    ensureCapacity();
    write(length, entry);
    length += 1;
  }

  return {
    length: () => length,
    idAt: (at) => ids[at] ?? 0,
    createdAt: (at) => created[at] ?? 0,
    projectAt: (at) => projects[at] ?? 0,
    versionAt: (at) => versions[at] ?? 0,
    outcomeAt: (at) => outcomes[at] ?? 0,
    push,
    put(entry) {
      const at = findPosition(entry);
      if (at < length && ids[at] === entry.id) {
        const before = BUILD_OUTCOMES[outcomes[at] ?? 0];
        write(at, entry);
        return before;
      }
      ensureCapacity();
      for (const column of [ids, created, projects, versions, outcomes])
        column.copyWithin(at + 1, at, length);
      write(at, entry);
      length += 1;
      return undefined;
    },
  };
}

function doubleCapacity(before: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const after = new Float64Array(before.length * 2);
  after.set(before);
  return after;
}
