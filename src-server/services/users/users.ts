import { nested, parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { type User, Username } from '../../model/users/user.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

const UserBody = nested({ username: Username });

/** Creates the service of users. There is no sign-up: the operator adds them. */
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
    /** Lists all users by name. @throws Forbidden unless asked at this machine */
    list(actor: Actor): User[] {
      access.requireOperator(actor);
      return store.users.all();
    },

    /** Adds a user. @throws Invalid @throws Conflict when the name is taken @throws Forbidden */
    add,

    /** Returns the user of this name and adds a missing one. @throws Invalid @throws Forbidden */
    ensure(actor: Actor, username: string): User {
      return store.change(() => store.users.byUsername(username) ?? add(actor, username));
    },

    /** Returns the user of this name. @throws NotFound */
    get,

    /** Returns the user of this name, or undefined. */
    find: (username: string): User | undefined => store.users.byUsername(username),

    /** Activates or deactivates a user. Tokens of a deactivated one stop working; nothing is deleted. @throws NotFound @throws Forbidden */
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
