import { formatTimestamp } from '../../model/base/timestamp.ts';
import { formatColumns, type Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

/** `user add NAME`. @throws Conflict when the name is taken */
export function addUser(options: CoreOptions, name: string, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'create', ({ services }) => {
    const { username, active } = services.users.add(operator, name);
    terminal.answer({ username, active }, [`Added ${username}.`]);
    return 0;
  });
}

/** `user me NAME`. @throws Conflict for a deactivated user */
export function setLocalUser(options: CoreOptions, name: string, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'create', ({ services }) => {
    const { username } = services.settings.setLocalUser(operator, name);
    terminal.answer({ username }, [`${username} is the person at this computer.`]);
    return 0;
  });
}

/** `user list`. */
export function listUsers(options: CoreOptions, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'existing', ({ services }) => {
    const users = services.users.list(operator).map((user) => ({
      username: user.username,
      active: user.active,
      created: formatTimestamp(user.created),
      tokens: services.tokens.list(operator, user).length,
    }));
    const rows = users.map(({ username, active, created, tokens }) => [
      username,
      active ? 'active' : 'deactivated',
      created,
      String(tokens),
    ]);
    const none = ['No users yet.'];
    terminal.answer(
      { users },
      users.length === 0 ? none : formatColumns([['NAME', 'STATE', 'CREATED', 'TOKENS'], ...rows]),
    );
    return 0;
  });
}

/** `user activate NAME` and `user deactivate NAME`. @throws NotFound */
export function setUserActive(
  options: CoreOptions,
  name: string,
  active: boolean,
  terminal: Terminal,
): Promise<number> {
  return withCore(options, terminal, 'existing', ({ services }) => {
    services.users.setActive(operator, name, active);
    terminal.answer({ username: name, active }, [`${name} is ${active ? 'active' : 'deactivated'}.`]);
    return 0;
  });
}
