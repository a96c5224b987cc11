/** What can change under a cached list: a table's rows came or went, or values that lists filter by changed. */
export type TableChange = `${string}.rows` | `${string}.values`;

type Ids = Set<number> | 'all';

/** Collects the ids that changes touch, for a reader that follows a table row by row. */
export type Watcher = {
  readonly touch: (change: TableChange, id: number | undefined, inChange: boolean) => void;
  /** Answers the ids touched since the last call. */
  readonly take: (inChange: boolean) => ReadonlySet<number> | 'all';
  readonly commit: () => void;
  /** Forgets what the change touched. If the reader has taken any of it, everything is due again, since ids are reused. */
  readonly rollback: () => void;
  /** Makes everything due again. */
  readonly forgetAll: () => void;
};

/** Above this number of ids, the reader reads everything again. */
const MAX_WATCHED_IDS = 2000;

/** Starts with 'all', since nothing was read yet. */
export function createWatcher(changes: readonly TableChange[]): Watcher {
  const watched = new Set(changes);
  let committed: Ids = 'all';
  let uncommitted: Ids = new Set();
  /** Whether the reader has seen rows that the running change touched. */
  let sawUncommitted = false;

  return {
    touch(change, id, inChange) {
      if (!watched.has(change)) return;
      const more: Ids = id === undefined ? 'all' : new Set([id]);
      if (inChange) uncommitted = merge(uncommitted, more);
      else committed = merge(committed, more);
    },
    take(inChange) {
      if (inChange && (uncommitted === 'all' || uncommitted.size > 0)) sawUncommitted = true;
      const ids = merge(committed, uncommitted);
      committed = new Set();
      uncommitted = new Set();
      return ids;
    },
    commit() {
      committed = merge(committed, uncommitted);
      uncommitted = new Set();
      sawUncommitted = false;
    },
    rollback() {
      if (sawUncommitted) committed = 'all';
      uncommitted = new Set();
      sawUncommitted = false;
    },
    forgetAll() {
      committed = 'all';
    },
  };
}

/** Adds `more` to `ids` in place where it can. */
function merge(ids: Ids, more: Ids): Ids {
  if (ids === 'all' || more === 'all') return 'all';
  if (more.size === 0) return ids;
  for (const id of more) ids.add(id);
  return ids.size > MAX_WATCHED_IDS ? 'all' : ids;
}
