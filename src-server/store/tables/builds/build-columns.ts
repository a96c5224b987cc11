import type { Timestamp } from '../../../model/base/timestamp.ts';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../../model/builds/build-outcome.ts';

/** What is remembered of one build. */
export type BuildMark = {
  readonly id: number;
  readonly projectId: number;
  readonly versionId: number;
  readonly created: Timestamp;
  readonly outcome: BuildOutcome;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
};

/** Builds in order, oldest first, a typed array for each of their values. Positions count from 0. */
export type BuildColumns = {
  readonly length: () => number;
  readonly idAt: (at: number) => number;
  readonly projectAt: (at: number) => number;
  readonly versionAt: (at: number) => number;
  /** The place of the outcome in `BUILD_OUTCOMES`. */
  readonly outcomeAt: (at: number) => number;
  /** Adds what is newer than all others. */
  readonly push: (mark: BuildMark) => void;
  /** Adds a build, or writes over the one that is there; gives the outcome that it had. */
  readonly put: (mark: BuildMark) => BuildOutcome | undefined;
};

const FIRST_SIZE = 1024;

/** Columns without rows. */
export function buildColumns(): BuildColumns {
  let length = 0;
  let ids = new Float64Array(FIRST_SIZE);
  let created = new Float64Array(FIRST_SIZE);
  let projects = new Float64Array(FIRST_SIZE);
  let versions = new Float64Array(FIRST_SIZE);
  let outcomes = new Uint8Array(FIRST_SIZE);

  function makeRoom(): void {
    if (length < ids.length) return;
    ids = grown(ids);
    created = grown(created);
    projects = grown(projects);
    versions = grown(versions);
    const before = outcomes;
    outcomes = new Uint8Array(before.length * 2);
    outcomes.set(before);
  }

  function write(at: number, mark: BuildMark): void {
    ids[at] = mark.id;
    created[at] = mark.created;
    projects[at] = mark.projectId;
    versions[at] = mark.versionId;
    outcomes[at] = BUILD_OUTCOMES.indexOf(mark.outcome);
  }

  /** The first position that is not before this build. */
  function placeOf(mark: BuildMark): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = (created[middle] ?? 0) - mark.created || (ids[middle] ?? 0) - mark.id;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function push(mark: BuildMark): void {
    makeRoom();
    write(length, mark);
    length += 1;
  }

  return {
    length: () => length,
    idAt: (at) => ids[at] ?? 0,
    projectAt: (at) => projects[at] ?? 0,
    versionAt: (at) => versions[at] ?? 0,
    outcomeAt: (at) => outcomes[at] ?? 0,
    push,
    put(mark) {
      const at = placeOf(mark);
      if (at < length && ids[at] === mark.id) {
        const before = BUILD_OUTCOMES[outcomes[at] ?? 0];
        write(at, mark);
        return before;
      }
      makeRoom();
      for (const column of [ids, created, projects, versions, outcomes])
        column.copyWithin(at + 1, at, length);
      write(at, mark);
      length += 1;
      return undefined;
    },
  };
}

function grown(before: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const after = new Float64Array(before.length * 2);
  after.set(before);
  return after;
}
