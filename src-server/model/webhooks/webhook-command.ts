import { Problem } from '../base/problems.ts';
import type { Provider } from './integration.ts';

/** Command of an event. */
export type WebhookCommand =
  /** `branches` null: the default branch. */
  | { readonly kind: 'build'; readonly branches: readonly string[] | null }
  | { readonly kind: 'sync' }
  /** `name` is the number of the pull request, `commit` its newest commit. */
  | { readonly kind: 'pull-request'; readonly name: string; readonly commit: string }
  | { readonly kind: 'pull-request-closed'; readonly name: string }
  | { readonly kind: 'unhandled' };

/** Gives a header of the request by its lower-case name; undefined when it is absent. */
export type GetHeader = (name: string) => string | undefined;

/** The event lacks a field that its kind needs (behaviour.md 16; 400). */
export class InvalidEvent extends Problem {
  override readonly name = 'InvalidEvent';
}

const REF_REQUIRED = 'Parameter "ref" is required';
const GITHUB_PR_REQUIRED = 'Parameters "sha" and "number" are required';
const GITLAB_MR_REQUIRED = 'Parameters "id" and "iid" are required';
const INVALID_REQUEST = 'Invalid request';

const NULL_HASH = '0'.repeat(40);
/** Git gets this text as an argument, so only a hash is accepted (safety S12). */
const COMMIT = /^[0-9a-f]{7,64}$/i;
const NUMBER = /^\d{1,15}$/;
/** Branches that one event may name. */
const MAX_BRANCHES = 100;

const UNHANDLED: WebhookCommand = { kind: 'unhandled' };
const SYNC: WebhookCommand = { kind: 'sync' };

/** Parses a provider's event (behaviour.md 16). @throws InvalidEvent */
export function parseWebhookCommand(provider: Provider, header: GetHeader, body: unknown): WebhookCommand {
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

function github(event: string, body: unknown): WebhookCommand {
  if (event === 'create' || event === 'delete') return SYNC;
  if (event === 'push') {
    if (valueAt(body, 'created') === true || valueAt(body, 'deleted') === true) return SYNC;
    return { kind: 'build', branches: [pushedRef(body)] };
  }
  if (event !== 'pull_request') return UNHANDLED;
  const action = valueAt(body, 'action');
  const isOpen = action === 'opened' || action === 'reopened' || action === 'synchronize';
  if (!isOpen && action !== 'closed') return UNHANDLED;
  const numberAndCommit = [valueAt(body, 'number'), valueAt(body, 'pull_request', 'head', 'sha')] as const;
  return pullRequest(isOpen, ...numberAndCommit, GITHUB_PR_REQUIRED);
}

function gitlab(body: unknown): WebhookCommand {
  const event = valueAt(body, 'object_kind') ?? 'push';
  if (event === 'push' || event === 'tag_push') {
    if (valueAt(body, 'before') === NULL_HASH || valueAt(body, 'after') === NULL_HASH) return SYNC;
    return { kind: 'build', branches: [pushedRef(body)] };
  }
  if (event !== 'merge_request') return UNHANDLED;
  const action = valueAt(body, 'object_attributes', 'action');
  const isOpen = action === 'open' || action === 'reopen' || action === 'update';
  if (!isOpen && action !== 'close' && action !== 'merge') return UNHANDLED;
  const numberAndCommit = [
    valueAt(body, 'object_attributes', 'iid'),
    valueAt(body, 'object_attributes', 'last_commit', 'id'),
  ] as const;
  return pullRequest(isOpen, ...numberAndCommit, GITLAB_MR_REQUIRED);
}

/** Parses all changes of a push; a sync is needed only without a branch to build, since a build syncs too. */
function bitbucket(event: string, body: unknown): WebhookCommand {
  if (event !== 'repo:push') return UNHANDLED;
  const changes = valueAt(body, 'push', 'changes');
  if (!Array.isArray(changes)) throw new InvalidEvent(INVALID_REQUEST);
  const branches = changes.slice(0, MAX_BRANCHES).flatMap((change: unknown): string[] => {
    const [before, after] = [valueAt(change, 'old'), valueAt(change, 'new')];
    if (before === undefined || after === undefined) throw new InvalidEvent(INVALID_REQUEST);
    if (before === null || after === null) return [];
    const name = valueAt(after, 'name');
    if (typeof name !== 'string') throw new InvalidEvent(INVALID_REQUEST);
    return [name];
  });
  return branches.length > 0 ? { kind: 'build', branches } : SYNC;
}

function generic(body: unknown): WebhookCommand {
  const branches = valueAt(body, 'branches');
  if (branches === undefined) return { kind: 'build', branches: null };
  const list: readonly unknown[] = Array.isArray(branches) ? branches : [branches];
  const names = list.filter((name) => typeof name === 'string');
  if (names.length < list.length || list.length > MAX_BRANCHES) throw new InvalidEvent(INVALID_REQUEST);
  return { kind: 'build', branches: names };
}

function pullRequest(isOpen: boolean, number: unknown, commit: unknown, message: string): WebhookCommand {
  const name = typeof number === 'number' || typeof number === 'string' ? String(number) : '';
  if (!NUMBER.test(name) || typeof commit !== 'string' || !COMMIT.test(commit))
    throw new InvalidEvent(message);
  return isOpen ? { kind: 'pull-request', name, commit } : { kind: 'pull-request-closed', name };
}

function pushedRef(body: unknown): string {
  const ref = valueAt(body, 'ref');
  if (typeof ref !== 'string') throw new InvalidEvent(REF_REQUIRED);
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** Gives the value under these keys; undefined when a value on the way is no object or lacks the key. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, key) ? (found as Readonly<Record<string, unknown>>)[key] : undefined;
  }
  return found;
}
