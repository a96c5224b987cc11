/** A path of the API: its parameters as `:name`, and what each method does. */
export type ApiPath = { readonly path: string; readonly methods: Readonly<Record<string, string>> };

/** The path that is nearest to one that no route has. */
export type NearestPath = { readonly path: string; readonly methods: readonly string[] };

/** What a segment too many or too few costs, against a wrong letter. */
const SEGMENT_COST = 4;
const MAX_COST = 10;
const MAX_SEGMENT_LENGTH = 100;

/** Finds the API's path that matches; undefined when none does. A missing slash at the end is forgiven, as the API does. */
export function matchApiPath(paths: readonly ApiPath[], url: string): ApiPath | undefined {
  const given = segments(url);
  return paths.find(({ path }) => costOf(segments(path), given) === 0);
}

/** Finds the path that differs least, with the parameters of the one given; undefined when none is alike. */
export function nearestApiPath(paths: readonly ApiPath[], url: string): NearestPath | undefined {
  const given = segments(url);
  let best: { readonly cost: number; readonly found: ApiPath } | undefined;
  for (const found of paths) {
    const cost = costOf(segments(found.path), given);
    if (cost <= MAX_COST && (best === undefined || cost < best.cost)) best = { cost, found };
  }
  if (!best) return undefined;
  const { path, methods } = best.found;
  return { path: fillIn(segments(path), given), methods: Object.keys(methods) };
}

function segments(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split('/').filter((segment) => segment !== '');
}

/** Counts what has to change; the cheapest alignment of the segments. */
function costOf(pattern: readonly string[], given: readonly string[]): number {
  let row = given.map((_, index) => (index + 1) * SEGMENT_COST);
  row.unshift(0);
  for (const [index, wanted] of pattern.entries()) {
    const next = [(index + 1) * SEGMENT_COST];
    for (const [at, segment] of given.entries()) {
      const same = (row[at] ?? 0) + segmentCost(wanted, segment);
      const missing = (row[at + 1] ?? 0) + SEGMENT_COST;
      const extra = (next[at] ?? 0) + SEGMENT_COST;
      next.push(Math.min(same, missing, extra));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function segmentCost(wanted: string, segment: string): number {
  if (wanted.startsWith(':')) return /_id$|^:id$/.test(wanted) && !/^\d+$/.test(segment) ? SEGMENT_COST : 0;
  return Math.min(distance(wanted, segment.slice(0, MAX_SEGMENT_LENGTH)), 2 * SEGMENT_COST);
}

/** Counts the letters to insert, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let at = 0; at < to.length; at += 1) {
      const replaced = (row[at] ?? 0) + (from[index] === to[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Puts the given segments where the pattern has parameters, by their order. */
function fillIn(pattern: readonly string[], given: readonly string[]): string {
  const filled = pattern.map((wanted, index) => {
    if (!wanted.startsWith(':')) return wanted;
    return given.length === pattern.length ? (given[index] ?? wanted) : wanted.slice(1).toUpperCase();
  });
  return `/${filled.join('/')}/`;
}
