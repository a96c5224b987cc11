import type { User } from '../../model/users/user.ts';

/** The way in through which a change came. */
export type EntryPoint = 'api' | 'desk' | 'docs' | 'webhook' | 'command' | 'runner' | 'start';

/** Who asks. Every service takes one first. */
export type Actor =
  | { readonly kind: 'user'; readonly user: User; readonly door: EntryPoint }
  /** The person at this machine, in their own name: may do everything, and what they make is theirs. */
  | { readonly kind: 'operator'; readonly user: User; readonly door: 'desk' }
  /** Nobody we know; sees what is public. */
  | { readonly kind: 'anonymous'; readonly door: EntryPoint }
  /** Lectern itself, or whoever sits at this machine's command line: may do everything. */
  | { readonly kind: 'system'; readonly door: EntryPoint };

/** Lectern's own hand at this door. */
export function systemActor(door: EntryPoint): Actor {
  return { kind: 'system', door };
}

/** In whose name somebody acts; undefined for nobody we know and for Lectern itself. */
export function userOf(actor: Actor): User | undefined {
  return actor.kind === 'user' || actor.kind === 'operator' ? actor.user : undefined;
}

/** A caller without credentials. */
export const anonymous: Actor = { kind: 'anonymous', door: 'api' };
