import { setImmediate } from 'node:timers/promises';
import {
  type InspectedRef,
  type InspectedRefs,
  MAX_REFS,
} from '../../model/projects/repository/repository-inspection.ts';
import { compareVersionNames } from '../../model/versions/stable-version.ts';

const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';
/** The suffix of an annotated tag's name that denotes its commit. */
const PEELED_SUFFIX = '^{}';
/** Longer names are left out. */
const MAX_NAME_LENGTH = 255;
/** How many lines are read, and how many refs are sorted, before the event loop turns (safety S9). */
const LINES_AT_ONCE = 4000;
const SORTED_AT_ONCE = 500;

type Refs = Map<string, InspectedRef>;
type FoundRefs = { readonly branches: Refs; readonly tags: Refs; readonly head: string | null };
type ChosenRefs = { readonly refs: InspectedRef[]; readonly leftOut: number };

/**
 * Parses the output of `git ls-remote --symref`; ignores refs other than branches and tags. Of more than `MAX_REFS`
 * branches or tags it keeps those named in `wanted`, then the first in the order of the version list.
 */
export async function readRefs(
  output: string,
  wanted: ReadonlySet<string> = new Set(),
): Promise<InspectedRefs> {
  const found = await findRefs(output);
  const defaultBranch = found.head !== null && found.branches.has(found.head) ? found.head : null;
  const branches = await chooseRefs(found.branches, defaultBranch, wanted);
  const tags = await chooseRefs(found.tags, defaultBranch, wanted);
  const leftOut = branches.leftOut + tags.leftOut;
  return {
    branches: branches.refs,
    tags: tags.refs,
    defaultBranch,
    ...(leftOut > 0 && { leftOut }),
  };
}

async function findRefs(output: string): Promise<FoundRefs> {
  const branches: Refs = new Map();
  const tags: Refs = new Map();
  let head: string | null = null;
  let lineCount = 0;
  for (let start = 0; start < output.length; ) {
    const newline = output.indexOf('\n', start);
    const end = newline < 0 ? output.length : newline;
    const [left = '', name = ''] = output.slice(start, end).split('\t', 2);
    if (name === 'HEAD' && left.startsWith(`ref: ${BRANCH}`)) head = left.slice(`ref: ${BRANCH}`.length);
    else if (name.startsWith(BRANCH)) addRef(branches, name.slice(BRANCH.length), left);
    else if (name.startsWith(TAG)) addRef(tags, withoutSuffix(name.slice(TAG.length), PEELED_SUFFIX), left);
    start = end + 1;
    lineCount += 1;
    if (lineCount % LINES_AT_ONCE === 0) await setImmediate();
  }
  return { branches, tags, head };
}

/** Adds a ref. The commit of an annotated tag comes after the tag itself and replaces it. */
function addRef(refs: Refs, name: string, commit: string): void {
  // A name like an option must never reach a command line (safety S12).
  if (name !== '' && !name.startsWith('-')) refs.set(name, { name, commit });
}

/** Sorts the refs as the version list does, and keeps the first `MAX_REFS`. */
async function chooseRefs(
  found: Refs,
  defaultBranch: string | null,
  wanted: ReadonlySet<string>,
): Promise<ChosenRefs> {
  const compare = (a: InspectedRef, b: InspectedRef) =>
    compareVersionNames(a.name, b.name, defaultBranch ?? undefined);
  const candidates = [...found.values()].filter(({ name }) => name.length <= MAX_NAME_LENGTH);
  const isTooMany = candidates.length > MAX_REFS;
  const kept = isTooMany ? candidates.filter(({ name }) => wanted.has(name)).slice(0, MAX_REFS) : [];
  const others = isTooMany ? candidates.filter(({ name }) => !wanted.has(name)) : candidates;
  const max = MAX_REFS - kept.length;
  let best: InspectedRef[] = [];
  for (let at = 0; at < others.length; at += SORTED_AT_ONCE) {
    const worst = best.length < max ? undefined : best.at(-1);
    const next = others.slice(at, at + SORTED_AT_ONCE).filter((ref) => !worst || compare(ref, worst) < 0);
    best = [...best, ...next].sort(compare).slice(0, max);
    await setImmediate();
  }
  const refs = kept.length === 0 ? best : [...kept, ...best].sort(compare);
  return { refs, leftOut: found.size - refs.length };
}

function withoutSuffix(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}
