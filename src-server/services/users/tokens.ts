import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Token, User } from '../../model/users/user.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import { lastFour, newToken, tokenDigest } from '../../vault/api-token.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';

/** A token as a row of its owner's list. */
export type TokenRecord = Token & { readonly lastUsed: Timestamp | null };
/** A new token with its text, which only this answer contains. */
export type NewToken = { readonly token: string; readonly record: Token };

/** Creates the service of tokens: named, several per user, revocable (safety S7). */
export function createTokens(
  context: ServiceContext,
  secrets: Secrets,
  tokenUse: TokenUse,
  generateToken?: typeof newToken,
  /** Whether a snapshot has the token with this digest, so that its text has to stay. */
  isKept: (digest: string) => boolean = () => false,
) {
  const { store, access, changes, clock } = context;

  /** Registers the token of a seed file for a user. @throws Conflict when it exists already */
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
      store.afterCommit(() => secrets.storeToken(text));
      return { ...token, id };
    });
  }

  function remove(actor: Actor, token: Token): void {
    const digest = store.tokens.digestOf(token.id);
    store.tokens.remove(token.id);
    changes.record(actor, {
      action: 'token.revoke',
      subjectId: token.id,
      before: { userId: token.userId, name: token.name, lastFour: token.lastFour },
    });
    store.afterCommit(() => {
      if (digest !== undefined && !isKept(digest)) secrets.deleteToken({ id: token.id, digest });
    });
  }

  function create(actor: Actor, user: User, name: string): NewToken {
    const token = (generateToken ?? newToken)();
    return { token, record: register(actor, user, name, token) };
  }

  return {
    register,

    /** Creates a token. @throws Forbidden unless asked by the user or at this machine */
    create,

    /** Creates a token that replaces the older ones of this name. @throws Forbidden */
    replace(actor: Actor, user: User, name: string): NewToken {
      return store.change(() => {
        for (const token of store.tokens.ofUser(user.id)) if (token.name === name) remove(actor, token);
        return create(actor, user, name);
      });
    },

    /** Lists the tokens of a user. @throws Forbidden */
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

    /** Returns the text of a token for copying; undefined when the vault lacks it. @throws NotFound @throws Forbidden */
    async text(actor: Actor, id: number): Promise<string | undefined> {
      const token = store.tokens.byId(id);
      if (!token) throw new NotFound(`There is no token with the id ${id}.`);
      access.requireSelf(actor, token.userId);
      const digest = store.tokens.digestOf(id);
      return digest === undefined ? undefined : secrets.tokenText({ id, digest });
    },

    /** Returns the user of a token; undefined when it is unknown. */
    identify: (text: string): { tokenId: number; user: User } | undefined =>
      store.tokens.ownerOf(tokenDigest(text)),

    /** Grows when a token, or a user's right to use one, may have changed. */
    generation: (): number => store.counter(['tokens.rows', 'users.rows', 'users.values']),

    /** Records the use of a token. */
    noteUse: (tokenId: number): void => tokenUse.record(tokenId),
  };
}

export type TokensService = ReturnType<typeof createTokens>;
