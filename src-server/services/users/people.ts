import { NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { User } from '../../model/users/user.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import type { NamedProject, UserListEntry } from '../../store/tables/users/user-list.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { TokenRecord, TokensService } from './tokens.ts';

/** A person as a row of the list. */
export type PersonSummary = User & {
  readonly tokens: number;
  readonly projects: number;
  /** Last use of any of their tokens; null when none was ever used. */
  readonly lastUsed: Timestamp | null;
};

/** A person with their tokens and projects. */
export type Person = PersonSummary & {
  readonly tokenList: readonly TokenRecord[];
  /** The first projects that they maintain, by slug. */
  readonly projectList: readonly NamedProject[];
};

const PROJECTS_SHOWN = 200;
/** Name of the token that the desk creates for copied commands when a person has none. */
const TOKEN_NAME = 'Desk';

/** Creates the service of people for the desk: the operator sees everyone, others see themselves. */
export function createPeople({ store, access }: ServiceContext, tokens: TokensService, tokenUse: TokenUse) {
  function summary({ tokenIds, ...row }: UserListEntry): PersonSummary {
    const uses = tokenIds.flatMap((id) => tokenUse.lastUsed(id) ?? []);
    return { ...row, tokens: tokenIds.length, lastUsed: uses.length === 0 ? null : Math.max(...uses) };
  }

  return {
    /** Lists people by name. @throws NotAuthenticated @throws Forbidden */
    list(actor: Actor): PersonSummary[] {
      const id = access.viewerOf(actor);
      const rows = id === null ? store.userList.all() : [store.userList.byId(id)];
      return rows.flatMap((row) => (row ? [summary(row)] : []));
    },

    /** Returns one person. @throws NotFound @throws Forbidden for another person, except for the operator */
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
     * Returns the text of one of the actor's tokens; creates one when none can be copied.
     * @throws NotAuthenticated before the first run has asked for a name
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
