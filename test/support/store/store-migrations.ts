import { type Migration, migrations } from '../../../src-server/store/migrate.ts';

/** Returns our migrations and one more, which changes rows and then calls `inside`. */
export function withSecondMigration(inside: () => void = () => undefined): readonly Migration[] {
  const present = migrations();
  const next: Migration = {
    version: present.length + 1,
    name: 'second',
    sql: `CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT;
          INSERT INTO second SELECT id FROM users;
          UPDATE users SET username = username || '!';`,
    fill: inside,
  };
  return [...present, next];
}
