import { Problem } from '../base/problems.ts';
import type { Provider } from './integration.ts';

/** What an event asks for. */
export type EventWish =
  /** `branches` null: the default branch. */
  | { readonly kind: 'build'; readonly branches: readonly string[] | null }
  | { readonly kind: 'sync' }
  /** `name` is the number of the pull request, `commit` its newest commit. */
  | { readonly kind: 'pull-request'; readonly name: string; readonly commit: string }
  | { readonly kind: 'pull-request-closed'; readonly name: string }
  | { readonly kind: 'unhandled' };

/** A header of the request by its name in lower case; undefined when it is not there. */
export type HeaderOf = (name: string) => string | undefined;

/** An event lacks what its kind needs (behaviour.md 16; 400). */
export class InvalidEvent extends Problem {
  override readonly name = 'InvalidEvent';
}

const REF_REQUIRED = 'Parameter "ref" is required';
const GITHUB_PR_REQUIRED = 'Parameters "sha" and "number" are required';
const GITLAB_MR_REQUIRED = 'Parameters "id" and "iid" are required';
const INVALID_REQUEST = 'Invalid request';

const NULL_HASH = '0'.repeat(40);
/** Git gets to see it, so it is what it says or nothing (safety S12). */
const COMMIT = /^[0-9a-f]{7,64}$/i;
const NUMBER = /^\d{1,15}$/;
/** So many branches one event may name; a push of more is most likely none. */
const MOST_BRANCHES = 100;

const UNHANDLED: EventWish = { kind: 'unhandled' };
const SYNC: EventWish = { kind: 'sync' };

/** Reads what a provider says (behaviour.md 16). @throws InvalidEvent */
export function wishOf(provider: Provider, header: HeaderOf, body: unknown): EventWish {
  switch (provider) {
    case 'github':
      return github(header('x-github-event') ?? 'push', body);
    case 'gitlab':
      return gitlab(body);
    case 'bitbucket':
      return bitbucket(header('x-event-key') ?? 'repo:push', body);
    case 'generic':
      return generic(body);
  }
}

function github(event: string, body: unknown): EventWish {
  if (event === 'create' || event === 'delete') return SYNC;
  if (event === 'push') {
    if (at(body, 'created') === true || at(body, 'deleted') === true) return SYNC;
    return { kind: 'build', branches: [pushedRef(body)] };
  }
  if (event !== 'pull_request') return UNHANDLED;
  const action = at(body, 'action');
  const isOpen = action === 'opened' || action === 'reopened' || action === 'synchronize';
  if (!isOpen && action !== 'closed') return UNHANDLED;
  const given = [at(body, 'number'), at(body, 'pull_request', 'head', 'sha')] as const;
  return pullRequest(isOpen, ...given, GITHUB_PR_REQUIRED);
}

function gitlab(body: unknown): EventWish {
  const event = at(body, 'object_kind') ?? 'push';
  if (event === 'push' || event === 'tag_push') {
    if (at(body, 'before') === NULL_HASH || at(body, 'after') === NULL_HASH) return SYNC;
    return { kind: 'build', branches: [pushedRef(body)] };
  }
  if (event !== 'merge_request') return UNHANDLED;
  const action = at(body, 'object_attributes', 'action');
  const isOpen = action === 'open' || action === 'reopen' || action === 'update';
  if (!isOpen && action !== 'close' && action !== 'merge') return UNHANDLED;
  const given = [
    at(body, 'object_attributes', 'iid'),
    at(body, 'object_attributes', 'last_commit', 'id'),
  ] as const;
  return pullRequest(isOpen, ...given, GITLAB_MR_REQUIRED);
}

/** One request has all changes of a push; with a branch to build among them the build looks for the others' versions. */
function bitbucket(event: string, body: unknown): EventWish {
  if (event !== 'repo:push') return UNHANDLED;
  const changes = at(body, 'push', 'changes');
  if (!Array.isArray(changes)) throw new InvalidEvent(INVALID_REQUEST);
  const branches = changes.slice(0, MOST_BRANCHES).flatMap((change: unknown): string[] => {
    const [before, after] = [at(change, 'old'), at(change, 'new')];
    if (before === undefined || after === undefined) throw new InvalidEvent(INVALID_REQUEST);
    if (before === null || after === null) return [];
    const name = at(after, 'name');
    if (typeof name !== 'string') throw new InvalidEvent(INVALID_REQUEST);
    return [name];
  });
  return branches.length > 0 ? { kind: 'build', branches } : SYNC;
}

function generic(body: unknown): EventWish {
  const branches = at(body, 'branches');
  if (branches === undefined) return { kind: 'build', branches: null };
  const list: readonly unknown[] = Array.isArray(branches) ? branches : [branches];
  const names = list.filter((name) => typeof name === 'string');
  if (names.length < list.length || list.length > MOST_BRANCHES) throw new InvalidEvent(INVALID_REQUEST);
  return { kind: 'build', branches: names };
}

function pullRequest(isOpen: boolean, number: unknown, commit: unknown, lacking: string): EventWish {
  const name = typeof number === 'number' || typeof number === 'string' ? String(number) : '';
  if (!NUMBER.test(name) || typeof commit !== 'string' || !COMMIT.test(commit))
    throw new InvalidEvent(lacking);
  return isOpen ? { kind: 'pull-request', name, commit } : { kind: 'pull-request-closed', name };
}

function pushedRef(body: unknown): string {
  const ref = at(body, 'ref');
  if (typeof ref !== 'string') throw new InvalidEvent(REF_REQUIRED);
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** What stands under these keys; undefined when anything on the way is no object or lacks the key. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, key) ? (found as Readonly<Record<string, unknown>>)[key] : undefined;
  }
  return found;
}
