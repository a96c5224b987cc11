import type { Database } from 'better-sqlite3';
import type { Listing } from '../../../model/sync/link.ts';
import type { CatalogueEntry } from '../../../model/sync/remote.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** The columns that every list of an account's projects reads. */
export type CatalogueRow = {
  remote_key: number;
  slug: string;
  name: string;
  parent: string | null;
  translation_of: string | null;
  chosen: number;
  local_slug: string | null;
  links_existing: number;
  skipped: string | null;
  gone: number;
};
type Row = CatalogueRow & { remote_id: number };

/** An entry as a pull finds it; what was chosen before stays. */
export type SeenProject = Omit<CatalogueEntry, 'chosen' | 'localSlug' | 'linksExisting' | 'skipped' | 'gone'>;

/** A parent with the list of its subprojects, as the last pull stored it. */
export type ListedSubprojects = { readonly key: number; readonly listing: Listing };

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
    UPDATE remote_projects SET chosen = @chosen, local_slug = @localSlug, links_existing = @linksExisting, skipped = NULL
    WHERE remote_id = @remoteId AND remote_key = @key`);
  const chooseAll = database.prepare(
    'UPDATE remote_projects SET chosen = 1 WHERE remote_id = ? AND gone = 0',
  );
  const setSubprojects = database.prepare(
    'UPDATE remote_projects SET subprojects = @listing WHERE remote_id = @remoteId AND remote_key = @key',
  );
  const withSubprojects = prepareRead(
    database,
    `SELECT remote_key AS key, subprojects FROM remote_projects
     WHERE remote_id = ? AND subprojects IS NOT NULL ORDER BY remote_key`,
  );
  const translations = prepareRead(
    database,
    'SELECT * FROM remote_projects WHERE remote_id = ? AND translation_of IS NOT NULL ORDER BY remote_key',
  );
  const bySlug = prepareRead(
    database,
    'SELECT * FROM remote_projects WHERE remote_id = ? AND slug = ? AND gone = 0 ORDER BY remote_key LIMIT 1',
  );
  const chosenKeys = prepareRead(
    database,
    'SELECT remote_key FROM remote_projects WHERE remote_id = ? AND chosen = 1',
  );
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
    /** Returns the project that has this slug there now. */
    bySlug(remoteId: number, slug: string): CatalogueEntry | undefined {
      const row = bySlug.get(remoteId, slug) as Row | undefined;
      return row && fromRow(row);
    },
    /** Chooses a project, and what it is here; or no longer. */
    choose({
      remoteId,
      key,
      chosen,
      localSlug,
      linksExisting,
    }: Omit<CatalogueEntry, 'slug' | 'name' | 'parent' | 'translationOf' | 'skipped' | 'gone'>): void {
      choose.run({ remoteId, key, localSlug, chosen: Number(chosen), linksExisting: Number(linksExisting) });
    },
    /** Chooses all that are there. */
    chooseAll(remoteId: number): void {
      chooseAll.run(remoteId);
    },
    /** Lists the keys of those that are chosen. */
    chosenKeys: (remoteId: number): number[] =>
      (chosenKeys.all(remoteId) as { remote_key: number }[]).map((row) => row.remote_key),
    /** Stores the subprojects of a parent until the relations are applied; null once they are. */
    setSubprojects(remoteId: number, key: number, listing: Listing | null): void {
      setSubprojects.run({ remoteId, key, listing: listing && JSON.stringify(listing) });
    },
    /** Lists the parents whose subprojects wait to be applied. */
    withSubprojects: (remoteId: number): ListedSubprojects[] =>
      (withSubprojects.all(remoteId) as { key: number; subprojects: string }[]).map(
        ({ key, subprojects }) => ({
          key,
          listing: JSON.parse(subprojects) as Listing,
        }),
      ),
    /** Lists the projects that translate another. */
    translations: (remoteId: number): CatalogueEntry[] => (translations.all(remoteId) as Row[]).map(fromRow),
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
  return { remoteId: row.remote_id, ...entryOf(row) };
}

/** Returns what a row says of a project there. */
export function entryOf(row: CatalogueRow): Omit<CatalogueEntry, 'remoteId'> {
  return {
    key: row.remote_key,
    slug: row.slug,
    name: row.name,
    parent: row.parent,
    translationOf: row.translation_of,
    chosen: row.chosen === 1,
    localSlug: row.local_slug,
    linksExisting: row.links_existing === 1,
    skipped: row.skipped,
    gone: row.gone === 1,
  };
}
