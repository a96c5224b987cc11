import type { Access } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';

/**
 * Whose projects a list shows: the id of the user who asks, or null for everybody's, which is the operator's view.
 * @throws NotAuthenticated @throws Forbidden
 */
export function visibilityOf(access: Access, actor: Actor): number | null {
  access.authorize(actor, 'signed-in', undefined);
  if (actor.kind === 'user') return actor.user.id;
  access.requireOperator(actor);
  return null;
}
