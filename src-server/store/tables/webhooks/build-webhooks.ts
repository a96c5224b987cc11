import type { Database } from 'better-sqlite3';
import type { BuildWebhook, Delivery, DeliveryEvent } from '../../../model/webhooks/build-webhook.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = {
  id: number;
  project_id: number;
  url: string;
  created: number;
  last_sent: number | null;
  last_event: string | null;
  last_status: number | null;
  last_problem: string | null;
};

/** Reads and writes `build_webhooks`. Lists webhooks oldest first. */
export function buildWebhooksTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, 'SELECT * FROM build_webhooks WHERE id = ?');
  const ofProject = prepareRead(database, 'SELECT * FROM build_webhooks WHERE project_id = ? ORDER BY id');
  const hasUrl = prepareRead(database, 'SELECT 1 FROM build_webhooks WHERE project_id = ? AND url = ?');
  const insert = database.prepare(
    'INSERT INTO build_webhooks (project_id, url, created) VALUES (@projectId, @url, @created)',
  );
  const recordDelivery = database.prepare(`
    UPDATE build_webhooks SET last_sent = @at, last_event = @event, last_status = @status, last_problem = @problem
    WHERE id = @id`);
  const remove = database.prepare('DELETE FROM build_webhooks WHERE id = ?');

  return {
    byId(id: number): BuildWebhook | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    ofProject: (projectId: number): BuildWebhook[] => (ofProject.all(projectId) as Row[]).map(fromRow),
    hasUrl: (projectId: number, url: string): boolean => hasUrl.get(projectId, url) !== undefined,
    insert(webhook: Omit<BuildWebhook, 'id' | 'last'>): BuildWebhook {
      const { lastInsertRowid } = insert.run(webhook);
      transactions.touch('build_webhooks.rows');
      return { ...webhook, id: Number(lastInsertRowid), last: null };
    },
    /** Records the last delivery. */
    recordDelivery(id: number, delivery: Delivery): void {
      recordDelivery.run({ id, ...delivery });
      transactions.touch('build_webhooks.rows');
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('build_webhooks.rows');
    },
  };
}

function fromRow(row: Row): BuildWebhook {
  const { id, project_id: projectId, url, created } = row;
  const last: Delivery | null =
    row.last_sent === null
      ? null
      : {
          at: row.last_sent,
          event: row.last_event as DeliveryEvent,
          status: row.last_status,
          problem: row.last_problem,
        };
  return { id, projectId, url, created, last };
}
