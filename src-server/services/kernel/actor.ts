import type { User } from '../../model/users/user.ts';

/** The entry point that a change came through. */
export type EntryPoint =
  | 'api'
  | 'desk'
  | 'docs'
  | 'webhook'
  | 'command'
  | 'runner'
  | 'start'
  | 'control'
  | 'sync';

/** The caller. Every service takes it first. */
export type Actor =
  | { readonly kind: 'user'; readonly user: User; readonly door: EntryPoint }
  /** The person at this machine: may do everything, and owns what they make. */
  | { readonly kind: 'operator'; readonly user: User; readonly door: 'desk' }
  /** An unknown caller, who sees what is public. */
  | { readonly kind: 'anonymous'; readonly door: EntryPoint }
  /** Lectern itself, or a person at this machine's command line: may do everything. The journal keeps the name. */
  | { readonly kind: 'system'; readonly door: EntryPoint; readonly name?: string };

/** Returns Lectern itself as the actor at an entry point. */
export function systemActor(door: EntryPoint): Actor {
  return { kind: 'system', door };
}

/** Returns the actor of a pull from a remote, or of a push to it. */
export function syncActor(remoteName: string): Actor {
  return { kind: 'system', door: 'sync', name: `sync ${remoteName}` };
}

/** Returns the name that the journal keeps of an actor; null for an unknown caller and for Lectern itself. */
export function nameOf(actor: Actor): string | null {
  return actor.kind === 'system' ? (actor.name ?? null) : (userOf(actor)?.username ?? null);
}

/** Returns the user that an actor acts as; undefined for an unknown caller and for Lectern itself. */
export function userOf(actor: Actor): User | undefined {
  return actor.kind === 'user' || actor.kind === 'operator' ? actor.user : undefined;
}

/** A caller without credentials. */
export const anonymous: Actor = { kind: 'anonymous', door: 'api' };
