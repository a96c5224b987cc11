import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Integration, Provider } from '../../../model/webhooks/integration.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = {
  id: number;
  project_id: number;
  provider: string;
  has_secret: number;
  note: string | null;
  created: number;
  last_heard: number | null;
};

const COLUMNS = 'id, project_id, provider, sealed IS NOT NULL AS has_secret, note, created, last_heard';

/** Reads and writes `integrations`. Lists them oldest first; secrets are encrypted. */
export function integrationsTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, `SELECT ${COLUMNS} FROM integrations WHERE id = ?`);
  const ofProject = prepareRead(
    database,
    `SELECT ${COLUMNS} FROM integrations WHERE project_id = ? ORDER BY id`,
  );
  const sealed = prepareRead(database, 'SELECT sealed FROM integrations WHERE id = ?');
  const anySealed = prepareRead(database, 'SELECT 1 FROM integrations WHERE sealed IS NOT NULL LIMIT 1');
  const insert = database.prepare(`
    INSERT INTO integrations (project_id, provider, note, created) VALUES (@projectId, @provider, @note, @created)`);
  const seal = database.prepare('UPDATE integrations SET sealed = @sealed WHERE id = @id');
  const recordEvent = database.prepare('UPDATE integrations SET last_heard = @at WHERE id = @id');
  const remove = database.prepare('DELETE FROM integrations WHERE id = ?');

  return {
    byId(id: number): Integration | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    ofProject: (projectId: number): Integration[] => (ofProject.all(projectId) as Row[]).map(fromRow),
    /** Returns the encrypted secret; null when there is none. */
    sealedOf: (id: number): Uint8Array | null =>
      (sealed.get(id) as { sealed: Uint8Array | null } | undefined)?.sealed ?? null,
    /** Returns whether any secret is encrypted with the data key. */
    anySealed: (): boolean => anySealed.get() !== undefined,
    /** Inserts an integration without a secret, since the encryption of a secret is bound to the id. */
    insert(integration: Pick<Integration, 'projectId' | 'provider' | 'note' | 'created'>): Integration {
      const { lastInsertRowid } = insert.run(integration);
      transactions.touch('integrations.rows');
      return { ...integration, id: Number(lastInsertRowid), hasSecret: false, lastEventAt: null };
    },
    seal(id: number, value: Uint8Array): void {
      seal.run({ id, sealed: value });
      transactions.touch('integrations.rows');
    },
    /** Records the time of the last event. */
    recordEvent(id: number, at: Timestamp): void {
      recordEvent.run({ id, at });
      transactions.touch('integrations.rows');
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('integrations.rows');
    },
  };
}

function fromRow(row: Row): Integration {
  return {
    id: row.id,
    projectId: row.project_id,
    provider: row.provider as Provider,
    hasSecret: row.has_secret === 1,
    note: row.note,
    created: row.created,
    lastEventAt: row.last_heard,
  };
}
