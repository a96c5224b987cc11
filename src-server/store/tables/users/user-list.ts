import type { Database } from 'better-sqlite3';
import type { User } from '../../../model/users/user.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A user with the ids of their tokens and the number of their projects. */
export type UserListEntry = User & { readonly tokenIds: readonly number[]; readonly projects: number };

/** A project in the list of a user's projects. */
export type NamedProject = { readonly slug: string; readonly name: string };

type Row = Omit<User, 'active'> & { active: number; tokens: string; projects: number };

/** Reads across tables what the list of users shows. */
export function userListQueries(database: Database) {
  const columns = `
    SELECT id, username, active, created,
      (SELECT json_group_array(t.id) FROM tokens t WHERE t.user_id = u.id) AS tokens,
      (SELECT count(*) FROM project_users p WHERE p.user_id = u.id) AS projects
    FROM users u`;
  const all = prepareRead(database, `${columns} ORDER BY username`);
  const one = prepareRead(database, `${columns} WHERE u.id = ?`);
  const projects = prepareRead(
    database,
    `
    SELECT p.slug, p.name FROM project_users m JOIN projects p ON p.id = m.project_id
    WHERE m.user_id = ? ORDER BY m.project_slug LIMIT ?`,
  );
  return {
    /** Lists all users, by name. */
    all: (): UserListEntry[] => (all.all() as Row[]).map(fromRow),
    byId(id: number): UserListEntry | undefined {
      const row = one.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    /** Lists the first projects that a user maintains, by slug. */
    projectsOf: (id: number, limit: number): NamedProject[] => projects.all(id, limit) as NamedProject[],
  };
}

function fromRow({ active, tokens, ...row }: Row): UserListEntry {
  return { ...row, active: active === 1, tokenIds: JSON.parse(tokens) as number[] };
}
