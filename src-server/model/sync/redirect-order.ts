/*
 * The order of redirects is one field: the keys of the redirects, first tried first. Two orders are compared over the keys
 * that both have, so that a redirect which only one side has is no change of the order (sync.md, "Merge").
 */

/** Returns whether two orders are the same over the keys that both have. */
export function sameOrder(one: readonly number[], other: readonly number[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const left = one.filter((key) => inOther.has(key));
  const right = other.filter((key) => inOne.has(key));
  return left.length === right.length && left.every((key, index) => key === right[index]);
}

/** A redirect and its position there afterwards, as a PATCH of `position` sets it (live-service.md 5). */
export type RedirectMove = { readonly key: number; readonly position: number };

/**
 * Returns the fewest moves after which the keys that both have are in the wanted order. Each position is right once the
 * moves before it are made; redirects that are not wanted by key stay where they are.
 */
export function redirectMoves(there: readonly number[], wanted: readonly number[]): RedirectMove[] {
  const present = new Set(there);
  const order = [...new Set(wanted)].filter((key) => present.has(key));
  const fixed = longestInOrder(order, there);
  const list = [...there];
  const moves: RedirectMove[] = [];
  for (const [index, key] of order.entries()) {
    if (fixed.has(key)) continue;
    list.splice(list.indexOf(key), 1);
    const before = order[index - 1];
    const position = before === undefined ? firstOf(list, order) : list.indexOf(before) + 1;
    list.splice(position, 0, key);
    moves.push({ key, position });
  }
  return moves;
}

/**
 * Returns the position there of a new redirect: behind the nearest one before it that is there, else in front. `null`
 * stands for redirects that are not there yet.
 */
export function placeOf(index: number, local: readonly (number | null)[], there: readonly number[]): number {
  for (let before = index - 1; before >= 0; before -= 1) {
    const key = local[before];
    const at = key === null || key === undefined ? -1 : there.indexOf(key);
    if (at !== -1) return at + 1;
  }
  return 0;
}

/**
 * Returns the positions there of new redirects, which stand as `null`, by their index here: each right when those before it
 * were created. At most `most` are placed, since the service takes no more.
 */
export function placesOfNew(
  local: readonly (number | null)[],
  there: readonly number[],
  most: number,
): ReadonlyMap<number, number> {
  const known = new Set(there);
  const list = [...there];
  const places = new Map<number, number>();
  let previous: number | undefined;
  for (const [index, key] of local.entries()) {
    if (key !== null && known.has(key)) previous = key;
    if (key !== null || places.size === most) continue;
    const place = previous === undefined ? 0 : list.indexOf(previous) + 1;
    // No key is negative: it stands for the one that this creation will have.
    previous = -1 - index;
    list.splice(place, 0, previous);
    places.set(index, place);
  }
  return places;
}

/** Returns an order with a key at a position; one that has it already keeps it where it is. */
export function withKey(order: readonly number[], key: number, position: number): number[] {
  return order.includes(key) ? [...order] : order.toSpliced(position, 0, key);
}

/** Returns the place of the first of these keys; 0 when none is there. */
function firstOf(list: readonly number[], keys: readonly number[]): number {
  const known = new Set(keys);
  return Math.max(
    0,
    list.findIndex((key) => known.has(key)),
  );
}

/** Returns a longest set of keys that stand in both lists in the same order: what need not move. */
function longestInOrder(order: readonly number[], there: readonly number[]): ReadonlySet<number> {
  const places = new Map(there.map((key, index) => [key, index]));
  const at = order.map((key) => places.get(key) ?? 0);
  // ends[n]: index of the smallest place that ends an increasing run of n + 1 places.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, place] of at.entries()) {
    const length = firstNotBelow(ends, at, place);
    previous[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    kept.add(order[index] as number);
  return kept;
}

function firstNotBelow(ends: readonly number[], at: readonly number[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
