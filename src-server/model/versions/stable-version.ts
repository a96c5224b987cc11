import { compare, explain } from '@renovatebot/pep440';
import { LATEST, STABLE, type VersionType } from './version.ts';

type Release = {
  readonly name: string;
  readonly epoch: number;
  /** The numbers of the release without trailing zeros: `1.0` equals `1`. */
  readonly numbers: readonly number[];
  readonly preRelease: boolean;
};

/** Caches parsed names, since every read of `stable` needs them. Cleared when full, which is cheaper than an LRU order. */
const releaseCache = new Map<string, Release | null>();
const CACHE_SIZE = 20_000;
/** Longer names are never releases. */
const MAX_RELEASE_NAME_LENGTH = 255;

type Candidate = {
  readonly verboseName: string;
  readonly type: VersionType;
  readonly machine: boolean;
  readonly slug: string;
  readonly id?: number;
};

/**
 * Returns the version that `stable` follows (behaviour.md 8, "Stable selection"): the highest release among the tags, or
 * among all other versions when no tag is a release; undefined when there is none. Pull requests and Lectern's own
 * `latest` and `stable` never count; inactive versions do.
 */
export function stableVersion<V extends Candidate>(versions: readonly V[]): V | undefined {
  let best: V | undefined;
  let bestRelease: Release | undefined;
  for (const version of versions) {
    if (!isCandidate(version)) continue;
    const release = cachedRelease(version.verboseName);
    if (!release || release.preRelease) continue;
    if (!best || !bestRelease || outranks(version, release, best, bestRelease)) {
      best = version;
      bestRelease = release;
    }
  }
  return best;
}

/**
 * Compares names for sorting as the dashboard does: the default branch, `latest`, `stable`, then releases from the
 * highest, then the rest by name (behaviour.md 8, "Ordering").
 */
export function compareVersionNames(a: string, b: string, fallbackBranch = 'master'): number {
  const rankA = rank(a, fallbackBranch);
  const rankB = rank(b, fallbackBranch);
  if (rankA !== rankB) return rankA - rankB;
  const releaseA = cachedRelease(a);
  const releaseB = cachedRelease(b);
  const order = releaseA && releaseB ? compareReleases(releaseB, releaseA) : 0;
  return order || compareText(b, a);
}

function isCandidate(version: Candidate): boolean {
  if (version.type === 'external') return false;
  return !(version.machine && (version.slug === STABLE || version.slug === LATEST));
}

function outranks(a: Candidate, releaseA: Release, b: Candidate, releaseB: Release): boolean {
  if ((a.type === 'tag') !== (b.type === 'tag')) return a.type === 'tag';
  const order =
    compareReleases(releaseA, releaseB) ||
    // Equal releases (`1.0`, `v1.0`): the first in the order of the version list, so that the result is stable.
    compareText(a.verboseName, b.verboseName) ||
    compareText(a.slug, b.slug) ||
    (a.id ?? 0) - (b.id ?? 0);
  return order > 0;
}

function rank(name: string, fallbackBranch: string): number {
  if (name === fallbackBranch) return 0;
  if (name === LATEST) return 1;
  if (name === STABLE) return 2;
  return cachedRelease(name) ? 3 : 4;
}

/** Parses a name by PEP 440, then again with `.0` for `.x`; null when it is not a release. */
function cachedRelease(verboseName: string): Release | null {
  if (verboseName.length > MAX_RELEASE_NAME_LENGTH) return null;
  const known = releaseCache.get(verboseName);
  if (known !== undefined) return known;
  const release = parseRelease(verboseName);
  if (releaseCache.size >= CACHE_SIZE) releaseCache.clear();
  releaseCache.set(verboseName, release);
  return release;
}

function parseRelease(verboseName: string): Release | null {
  const plain = verboseName
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .trim();
  for (const name of [plain, plain.replaceAll('.x', '.0')]) {
    const parts = explain(name);
    if (!parts) continue;
    const numbers = parts.release.slice(0, parts.release.findLastIndex((number) => number !== 0) + 1);
    return { name, epoch: parts.epoch, numbers, preRelease: parts.is_prerelease };
  }
  return null;
}

/** Compares by numbers first: the library parses both names at every comparison, and projects have many tags. */
function compareReleases(a: Release, b: Release): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  const shared = Math.min(a.numbers.length, b.numbers.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.numbers.length - b.numbers.length || compare(a.name, b.name);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
