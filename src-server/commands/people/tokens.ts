import { NotFound } from '../../model/base/problems.ts';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { formatColumns, type Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

/** `token create USER`: the token alone on stdout, for `TOKEN=$(…)`. @throws NotFound */
export function createToken(
  options: CoreOptions & { readonly name: string },
  username: string,
  terminal: Terminal,
): Promise<number> {
  return withCore(options, terminal, 'existing', async ({ services, secrets }) => {
    const user = services.users.get(username);
    const { token, record } = services.tokens.create(operator, user, options.name);
    terminal.answer({ token, id: record.id, user: username, name: record.name }, [token]);
    terminal.log(`Token ${record.id} of ${username}, named "${record.name}".`);
    if (!user.active)
      terminal.log(`${username} is deactivated, so the token does not work until "user activate".`);
    // A keychain may ask for its password first; closing would not wait for it.
    await secrets.settled();
    return 0;
  });
}

/** `token list USER`. @throws NotFound */
export function listTokens(options: CoreOptions, username: string, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'existing', ({ services }) => {
    const tokens = services.tokens.list(operator, services.users.get(username)).map((token) => ({
      id: token.id,
      name: token.name,
      last_four: token.lastFour,
      created: formatTimestamp(token.created),
      last_used: token.lastUsed === null ? null : formatTimestamp(token.lastUsed),
    }));
    const rows = tokens.map((token) => [
      String(token.id),
      token.name,
      `…${token.last_four}`,
      token.created,
      token.last_used ?? 'never',
    ]);
    const none = [`${username} has no tokens.`];
    terminal.answer(
      { user: username, tokens },
      tokens.length === 0
        ? none
        : formatColumns([['ID', 'NAME', 'ENDS IN', 'CREATED', 'LAST USED'], ...rows]),
    );
    return 0;
  });
}

/** `token show ID`: the token alone on stdout. @throws NotFound when there is none, or the vault does not have its text */
export function showToken(options: CoreOptions, id: number, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'existing', async ({ services, secrets }) => {
    const token = await services.tokens.text(operator, id);
    if (token === undefined) {
      const { reason } = await secrets.state();
      throw new NotFound(`The text of token ${id} is not stored in ${reason}. Create a new token.`);
    }
    terminal.answer({ id, token }, [token]);
    return 0;
  });
}

/** `token revoke ID`. @throws NotFound */
export function revokeToken(options: CoreOptions, id: number, terminal: Terminal): Promise<number> {
  return withCore(options, terminal, 'existing', async ({ services, secrets }) => {
    services.tokens.revoke(operator, id);
    terminal.answer({ id, revoked: true }, [`Revoked token ${id}.`]);
    await secrets.settled();
    return 0;
  });
}
