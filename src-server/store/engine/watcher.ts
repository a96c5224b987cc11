/** What can change under a cached list: a table's rows came or went, or values that lists filter by changed. */
export type TableChange = `${string}.rows` | `${string}.values`;

type Ids = Set<number> | 'all';

/** Collects the ids that changes touch, for a reader that follows a table row by row. */
export type Watcher = {
  readonly touch: (change: TableChange, id: number | undefined, inChange: boolean) => void;
  /** Answers the ids touched since the last call. */
  readonly take: (inChange: boolean) => ReadonlySet<number> | 'all';
  readonly commit: () => void;
  /** Forgets what the change touched; what was taken inside it is due again, since it was read before the rollback. */
  readonly rollback: () => void;
};

/** Above this number of ids, the reader reads everything again. */
const MAX_WATCHED_IDS = 2000;

/** Starts with 'all', since nothing was read yet. */
export function createWatcher(changes: readonly TableChange[]): Watcher {
  const watched = new Set(changes);
  let committed: Ids = 'all';
  let uncommitted: Ids = new Set();
  /** What the running change has answered. */
  let taken: Ids = new Set();

  return {
    touch(change, id, inChange) {
      if (!watched.has(change)) return;
      const more: Ids = id === undefined ? 'all' : new Set([id]);
      if (inChange) uncommitted = merge(uncommitted, more);
      else committed = merge(committed, more);
    },
    take(inChange) {
      const ids = merge(committed, uncommitted);
      if (inChange) taken = merge(taken, ids);
      committed = new Set();
      uncommitted = new Set();
      return ids;
    },
    commit() {
      committed = merge(committed, uncommitted);
      uncommitted = new Set();
      taken = new Set();
    },
    rollback() {
      committed = merge(committed, taken);
      uncommitted = new Set();
      taken = new Set();
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
