import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Token, User } from '../../model/users/user.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import { lastFour, newToken, tokenDigest } from '../../vault/api-token.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';

/** A token as its owner sees it listed. */
export type TokenRecord = Token & { readonly lastUsed: Timestamp | null };
/** A token just made: the only time that its text leaves through the front door. */
export type NewToken = { readonly token: string; readonly record: Token };

/** Tokens: named, several a user, revocable (safety S7). */
export function createTokens(
  context: ServiceContext,
  secrets: Secrets,
  tokenUse: TokenUse,
  generateToken?: typeof newToken,
) {
  const { store, access, changes, clock } = context;

  /** Gives a user this very token, as a seed file may. @throws Conflict when somebody has it already */
  function register(actor: Actor, user: User, name: string, text: string): Token {
    access.requireSelf(actor, user.id);
    return store.change(() => {
      const digest = tokenDigest(text);
      if (store.tokens.ownerOf(digest)) throw new Conflict('That token is in use already.');
      const token = { userId: user.id, name, lastFour: lastFour(text), created: clock() };
      const id = store.tokens.insert({ ...token, digest });
      changes.record(actor, {
        action: 'token.create',
        subjectId: id,
        after: { user: user.username, name, lastFour: token.lastFour },
      });
      store.afterCommit(() => secrets.storeToken(id, text));
      return { ...token, id };
    });
  }

  function remove(actor: Actor, token: Token): void {
    store.tokens.remove(token.id);
    changes.record(actor, {
      action: 'token.revoke',
      subjectId: token.id,
      before: { userId: token.userId, name: token.name, lastFour: token.lastFour },
    });
    store.afterCommit(() => secrets.deleteToken(token.id));
  }

  function create(actor: Actor, user: User, name: string): NewToken {
    const token = (generateToken ?? newToken)();
    return { token, record: register(actor, user, name, token) };
  }

  return {
    adopt: register,

    /** @throws Forbidden unless asked by the user or at this machine */
    create,

    /** A fresh token under this name in place of older ones of that name. @throws Forbidden */
    replace(actor: Actor, user: User, name: string): NewToken {
      return store.change(() => {
        for (const token of store.tokens.ofUser(user.id)) if (token.name === name) remove(actor, token);
        return create(actor, user, name);
      });
    },

    /** @throws Forbidden */
    list(actor: Actor, user: User): TokenRecord[] {
      access.requireSelf(actor, user.id);
      return store.tokens
        .ofUser(user.id)
        .map((token) => ({ ...token, lastUsed: tokenUse.lastUsed(token.id) ?? null }));
    },

    /** @throws NotFound @throws Forbidden */
    revoke(actor: Actor, id: number): void {
      store.change(() => {
        const token = store.tokens.byId(id);
        if (!token) throw new NotFound(`There is no token with the id ${id}.`);
        access.requireSelf(actor, token.userId);
        remove(actor, token);
      });
    },

    /** The text of a token, to copy it again; undefined when the vault does not have it. @throws NotFound @throws Forbidden */
    async text(actor: Actor, id: number): Promise<string | undefined> {
      const token = store.tokens.byId(id);
      if (!token) throw new NotFound(`There is no token with the id ${id}.`);
      access.requireSelf(actor, token.userId);
      return secrets.tokenText(id);
    },

    /** Whose token this is; undefined when it is nobody's. */
    identify: (text: string): { tokenId: number; user: User } | undefined =>
      store.tokens.ownerOf(tokenDigest(text)),

    /** Grows when any token or anybody's right to use one may have changed. */
    generation: (): number => store.counter(['tokens.rows', 'users.rows', 'users.values']),

    /** Keeps when a token was last used. */
    noteUse: (tokenId: number): void => tokenUse.record(tokenId),
  };
}

export type TokensService = ReturnType<typeof createTokens>;
