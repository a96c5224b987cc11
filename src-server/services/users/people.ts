import { NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { User } from '../../model/users/user.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import type { NamedProject, UserListEntry } from '../../store/tables/users/user-list.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { TokenRecord, TokensService } from './tokens.ts';

/** Somebody as the list shows them. */
export type PersonSummary = User & {
  readonly tokens: number;
  readonly projects: number;
  /** When any of their tokens was last used; null when none ever was. */
  readonly lastUsed: Timestamp | null;
};

/** Somebody with what is theirs. */
export type Person = PersonSummary & {
  readonly tokenList: readonly TokenRecord[];
  /** The first of those they maintain, by slug. */
  readonly projectList: readonly NamedProject[];
};

const PROJECTS_SHOWN = 200;
/** The token that the desk makes for lines to be copied, where somebody has none. */
const TOKEN_NAME = 'Desk';

/** People as the desk shows them: everybody to the operator, to others themselves. */
export function createPeople({ store, access }: ServiceContext, tokens: TokensService, tokenUse: TokenUse) {
  function summary({ tokenIds, ...row }: UserListEntry): PersonSummary {
    const uses = tokenIds.flatMap((id) => tokenUse.lastUsed(id) ?? []);
    return { ...row, tokens: tokenIds.length, lastUsed: uses.length === 0 ? null : Math.max(...uses) };
  }

  return {
    /** By name. @throws NotAuthenticated @throws Forbidden */
    list(actor: Actor): PersonSummary[] {
      const id = access.viewerOf(actor);
      const rows = id === null ? store.userList.all() : [store.userList.byId(id)];
      return rows.flatMap((row) => (row ? [summary(row)] : []));
    },

    /** @throws NotFound @throws Forbidden for anybody else's but the operator */
    get(actor: Actor, username: string): Person {
      const user = store.users.byUsername(username);
      const row = user && store.userList.byId(user.id);
      if (!row) throw new NotFound(`There is no user called "${username}".`);
      access.requireSelf(actor, row.id);
      return {
        ...summary(row),
        tokenList: tokens.list(actor, row),
        projectList: store.userList.projectsOf(row.id, PROJECTS_SHOWN),
      };
    },

    /**
     * The text of a token of whoever acts, made where none can be copied.
     * @throws NotAuthenticated before somebody has said their name
     */
    async tokenToCopy(actor: Actor): Promise<string> {
      const user = access.requireUser(actor);
      const ownTokens = tokens.list(actor, user);
      const sorted = ownTokens.toSorted(
        (a, b) => Number(b.name === TOKEN_NAME) - Number(a.name === TOKEN_NAME),
      );
      for (const { id } of sorted) {
        const text = await tokens.text(actor, id);
        if (text !== undefined) return text;
      }
      return tokens.replace(actor, user, TOKEN_NAME).token;
    },
  };
}

export type PeopleService = ReturnType<typeof createPeople>;
