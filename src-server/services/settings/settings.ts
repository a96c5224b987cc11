import { Conflict, Invalid } from '../../model/base/problems.ts';
import {
  checkSettingsPatch,
  NOT_AN_ID,
  readSettings,
  SETTING_KEYS,
  type SettingKey,
  type Settings,
  type SettingsPatch,
} from '../../model/settings/settings.ts';
import type { User } from '../../model/users/user.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { UsersService } from '../users/users.ts';

/** Creates the service of the settings of this installation; appearance is kept by the window. */
export function createSettings(context: ServiceContext, users: UsersService) {
  const { store, access, changes } = context;
  const read = (): Settings => readSettings(store.settings.all());

  function set(actor: Actor, patch: SettingsPatch): void {
    access.requireOperator(actor);
    const checkedPatch = checkSettingsPatch(patch);
    store.change(() => {
      if (typeof checkedPatch.localUserId === 'number' && !store.users.byId(checkedPatch.localUserId)) {
        throw new Invalid({ localUserId: [NOT_AN_ID] });
      }
      const before = read();
      const after: Settings = { ...before, ...checkedPatch };
      const changedFields = difference(before, after);
      if (!changedFields) return;
      for (const key of SETTING_KEYS) if (key in changedFields.after) store.settings.put(key, after[key]);
      changes.record(actor, { action: 'settings.update', ...changedFields });
    });
  }

  return {
    /** @throws Forbidden unless asked at this machine */
    get<Key extends SettingKey>(actor: Actor, key: Key): Settings[Key] {
      access.requireOperator(actor);
      return read()[key];
    },

    /** @throws Forbidden unless asked at this machine */
    all(actor: Actor): Settings {
      access.requireOperator(actor);
      return read();
    },

    /** Changes the settings of the patch. @throws Invalid keyed by setting @throws Forbidden unless asked at this machine */
    set,

    /** Returns the person at this machine; undefined until the first run has asked for a name. */
    localUser(): User | undefined {
      const { localUserId } = read();
      return localUserId === null ? undefined : store.users.byId(localUserId);
    },

    /**
     * Returns the person at this machine; where nobody was asked for a name, the only active user. Undefined when that is
     * not known.
     */
    operatorUser(): User | undefined {
      const { localUserId } = read();
      if (localUserId !== null) return store.users.byId(localUserId);
      const [first, ...more] = store.users.all().filter((user) => user.active);
      return more.length === 0 ? first : undefined;
    },

    /**
     * Sets the person at this machine on the first run, and adds a missing user.
     * @throws Invalid on `username` @throws Conflict for a deactivated user @throws Forbidden unless asked at this machine
     */
    setLocalUser(actor: Actor, username: string): User {
      return store.change(() => {
        const user = users.ensure(actor, username);
        if (!user.active) throw new Conflict(`${user.username} is deactivated. Choose another name.`);
        set(actor, { localUserId: user.id });
        return user;
      });
    },
  };
}

export type SettingsService = ReturnType<typeof createSettings>;
