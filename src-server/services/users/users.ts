import { nested, parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { type User, Username } from '../../model/users/user.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

const UserBody = nested({ username: Username });

/** People. There is no sign-up: whoever sits at the machine adds them. */
export function createUsers(context: ServiceContext) {
  const { store, access, changes, clock } = context;

  function get(username: string): User {
    const user = store.users.byUsername(username);
    if (!user) throw new NotFound(`There is no user called "${username}".`);
    return user;
  }

  function add(actor: Actor, username: string): User {
    access.requireOperator(actor);
    const { username: name } = parseBody(UserBody, { username });
    return store.change(() => {
      if (store.users.byUsername(name)) throw new Conflict(`There is already a user called "${name}".`);
      const user = store.users.insert(name, clock());
      changes.record(actor, { action: 'user.create', subjectId: user.id, after: { ...user } });
      return user;
    });
  }

  return {
    /** Everybody, by name. @throws Forbidden unless asked at this machine */
    list(actor: Actor): User[] {
      access.requireOperator(actor);
      return store.users.all();
    },

    /** @throws Invalid @throws Conflict when the name is taken @throws Forbidden */
    add,

    /** The user of that name, made if missing. @throws Invalid @throws Forbidden */
    ensure(actor: Actor, username: string): User {
      return store.change(() => store.users.byUsername(username) ?? add(actor, username));
    },

    /** @throws NotFound */
    named: get,

    /** The user of that name, if there is one. */
    find: (username: string): User | undefined => store.users.byUsername(username),

    /** A deactivated user's tokens no longer work; nothing of theirs is removed. @throws NotFound @throws Forbidden */
    setActive(actor: Actor, username: string, active: boolean): void {
      access.requireOperator(actor);
      store.change(() => {
        const user = get(username);
        if (user.active === active) return;
        store.users.setActive(user.id, active);
        changes.record(actor, {
          action: active ? 'user.activate' : 'user.deactivate',
          subjectId: user.id,
          before: { active: user.active },
          after: { active },
        });
      });
    },
  };
}

export type UsersService = ReturnType<typeof createUsers>;
