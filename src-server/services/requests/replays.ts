import { NotFound } from '../../model/base/problems.ts';
import type { User } from '../../model/users/user.ts';
import { newToken } from '../../vault/api-token.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** More keys than this are never waiting: each is used at once. */
const MAX_KEYS = 100;

/**
 * Lets the operator send a recorded request again as its user, whose token the log does not have: by a key that works once
 * and is known to this process alone.
 */
export function createReplays({ store, access }: Pick<ServiceContext, 'store' | 'access'>) {
  const userIds = new Map<string, number>();
  return {
    /** Makes a key that works once. @throws NotFound @throws Forbidden unless asked at this machine */
    keyFor(actor: Actor, username: string): string {
      access.requireOperator(actor);
      const user = store.users.byUsername(username);
      if (!user) throw new NotFound(`There is no user ${username} any more.`);
      const key = newToken();
      const [oldest] = userIds.keys();
      if (userIds.size >= MAX_KEYS && oldest !== undefined) userIds.delete(oldest);
      userIds.set(key, user.id);
      return key;
    },
    /** Uses up a key; undefined for one that is unknown or was used. */
    redeem(key: string): User | undefined {
      const id = userIds.get(key);
      userIds.delete(key);
      return id === undefined ? undefined : store.users.byId(id);
    },
  };
}
