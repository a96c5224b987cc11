import type { Database } from 'better-sqlite3';
import type { CatalogueEntry } from '../../../model/sync/remote.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

type Row = {
  remote_id: number;
  remote_key: number;
  slug: string;
  name: string;
  parent: string | null;
  translation_of: string | null;
  chosen: number;
  skipped: string | null;
  gone: number;
};

/** An entry as a pull finds it; what was chosen before stays. */
export type SeenProject = Omit<CatalogueEntry, 'chosen' | 'skipped' | 'gone'>;

/** Reads and writes `remote_projects`: the projects that an account shows. */
export function remoteProjectsTable(database: Database) {
  const ofRemote = prepareRead(
    database,
    'SELECT * FROM remote_projects WHERE remote_id = ? ORDER BY slug, remote_key',
  );
  const byKey = prepareRead(database, 'SELECT * FROM remote_projects WHERE remote_id = ? AND remote_key = ?');
  const see = database.prepare(`
    INSERT INTO remote_projects (remote_id, remote_key, slug, name, parent, translation_of)
    VALUES (@remoteId, @key, @slug, @name, @parent, @translationOf)
    ON CONFLICT (remote_id, remote_key) DO UPDATE SET slug = @slug, name = @name, parent = @parent,
      translation_of = @translationOf, gone = 0`);
  const choose = database.prepare(`
    UPDATE remote_projects SET chosen = remote_key IN (SELECT value FROM json_each(@keys)) WHERE remote_id = @remoteId`);
  const skip = database.prepare(
    'UPDATE remote_projects SET skipped = @reason WHERE remote_id = @remoteId AND remote_key = @key',
  );
  const setGone = database.prepare(
    'UPDATE remote_projects SET gone = @gone WHERE remote_id = @remoteId AND remote_key = @key',
  );
  const remove = database.prepare(
    'DELETE FROM remote_projects WHERE remote_id = @remoteId AND remote_key = @key',
  );

  return {
    ofRemote: (remoteId: number): CatalogueEntry[] => (ofRemote.all(remoteId) as Row[]).map(fromRow),
    byKey(remoteId: number, key: number): CatalogueEntry | undefined {
      const row = byKey.get(remoteId, key) as Row | undefined;
      return row && fromRow(row);
    },
    /** Stores a project that the account shows; one that was gone is there again. */
    see(project: SeenProject): void {
      see.run(project);
    },
    /** Makes exactly these the chosen ones. */
    choose(remoteId: number, keys: readonly number[]): void {
      choose.run({ remoteId, keys: JSON.stringify(keys) });
    },
    /** Stores why a project was left out; null when it is no longer. */
    setSkipped(remoteId: number, key: number, reason: string | null): void {
      skip.run({ remoteId, key, reason });
    },
    setGone(remoteId: number, key: number, gone: boolean): void {
      setGone.run({ remoteId, key, gone: Number(gone) });
    },
    remove(remoteId: number, key: number): void {
      remove.run({ remoteId, key });
    },
  };
}

function fromRow(row: Row): CatalogueEntry {
  return {
    remoteId: row.remote_id,
    key: row.remote_key,
    slug: row.slug,
    name: row.name,
    parent: row.parent,
    translationOf: row.translation_of,
    chosen: row.chosen === 1,
    skipped: row.skipped,
    gone: row.gone === 1,
  };
}
