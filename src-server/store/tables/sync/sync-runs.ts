import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Json } from '../../../model/builds/build.ts';
import type { Step, StepState } from '../../../model/sync/plan.ts';
import type { StepRecord, SyncRun, SyncRunKind, SyncRunState } from '../../../model/sync/sync-run.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

type Row = {
  id: number;
  remote_id: number;
  kind: string;
  is_full: number;
  state: string;
  plan: string;
  cursor: string;
  counts: string;
  requests: number;
  started: number;
  ended: number | null;
  outcome: string | null;
};
type StepRow = { run_id: number; number: number; step: string; state: string; answer: string | null };

/** A run before it is stored. */
export type NewRun = Pick<SyncRun, 'remoteId' | 'kind' | 'full' | 'plan' | 'started'>;

/** Reads and writes `sync_runs` and their `sync_steps`. */
export function syncRunsTable(database: Database) {
  const byId = prepareRead(database, 'SELECT * FROM sync_runs WHERE id = ?');
  const ofRemote = prepareRead(
    database,
    'SELECT * FROM sync_runs WHERE remote_id = ? ORDER BY id DESC LIMIT ?',
  );
  const open = prepareRead(
    database,
    "SELECT * FROM sync_runs WHERE remote_id = ? AND state IN ('running', 'paused')",
  );
  const insert = database.prepare(`
    INSERT INTO sync_runs (remote_id, kind, is_full, state, plan, started)
    VALUES (@remoteId, @kind, @full, 'running', @plan, @started)`);
  const update = database.prepare(`
    UPDATE sync_runs SET state = @state, plan = @plan, cursor = @cursor, counts = @counts, requests = @requests,
      ended = @ended, outcome = @outcome WHERE id = @id`);
  const prune = database.prepare(`
    DELETE FROM sync_runs WHERE remote_id = @remoteId AND ended < @before AND id < @keepFrom`);
  const steps = prepareRead(database, 'SELECT * FROM sync_steps WHERE run_id = ? ORDER BY number');
  const step = prepareRead(database, 'SELECT * FROM sync_steps WHERE run_id = ? AND number = ?');
  const uncertain = prepareRead(
    database,
    `SELECT * FROM sync_steps
     WHERE state = 'uncertain' AND run_id <> @except AND json_extract(step, '$.linkId') = @linkId
       AND run_id > (SELECT coalesce(max(run_id), 0) FROM sync_steps
                     WHERE state IN ('confirmed', 'ignored') AND json_extract(step, '$.linkId') = @linkId)
     ORDER BY run_id DESC LIMIT 1`,
  );
  const count = prepareRead(database, 'SELECT count(*) AS count FROM sync_runs WHERE remote_id = ?');
  const running = prepareRead(database, "SELECT * FROM sync_runs WHERE state = 'running' ORDER BY id");
  const interruptSteps = database.prepare(
    "UPDATE sync_steps SET state = 'uncertain' WHERE run_id = ? AND state = 'sent'",
  );
  const insertStep = database.prepare(
    "INSERT INTO sync_steps (run_id, number, step, state) VALUES (@runId, @number, @step, 'planned')",
  );
  const setStep = database.prepare(
    'UPDATE sync_steps SET state = @state, answer = @answer WHERE run_id = @runId AND number = @number',
  );

  return {
    byId(id: number): SyncRun | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    /** Lists the newest runs of a remote first. */
    ofRemote: (remoteId: number, limit: number): SyncRun[] =>
      (ofRemote.all(remoteId, limit) as Row[]).map(fromRow),
    /** Returns the run of a remote that has not ended. */
    open(remoteId: number): SyncRun | undefined {
      const row = open.get(remoteId) as Row | undefined;
      return row && fromRow(row);
    },
    /** Starts a run. @throws SqliteError when the remote has one that has not ended */
    insert(run: NewRun): SyncRun {
      const row = { ...run, full: Number(run.full), plan: JSON.stringify(run.plan) };
      const { lastInsertRowid } = insert.run(row);
      const fresh = {
        state: 'running',
        cursor: null,
        counts: {},
        requests: 0,
        ended: null,
        outcome: null,
      } as const;
      return { ...run, ...fresh, id: Number(lastInsertRowid) };
    },
    update(run: SyncRun): void {
      const texts = { plan: run.plan, cursor: run.cursor, counts: run.counts };
      const json = Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)]),
      );
      const { id, state, requests, ended, outcome } = run;
      update.run({ id, state, requests, ended, outcome, ...json });
    },
    /** Removes runs that ended before, except those from the run `keepFrom` on. */
    prune(remoteId: number, before: Timestamp, keepFrom: number): void {
      prune.run({ remoteId, before, keepFrom });
    },
    /** Lists the steps of a run in their order. */
    steps: (runId: number): StepRecord[] => (steps.all(runId) as StepRow[]).map(toStep),
    /** Returns one step of a run. */
    step(runId: number, number: number): StepRecord | undefined {
      const row = step.get(runId, number) as StepRow | undefined;
      return row && toStep(row);
    },
    /** Returns the newest step on a linked object whose answer never came, and which no later one settled. */
    uncertain(linkId: number, exceptRun = 0): StepRecord | undefined {
      const row = uncertain.get({ linkId, except: exceptRun }) as StepRow | undefined;
      return row && toStep(row);
    },
    count: (remoteId: number): number => (count.get(remoteId) as { count: number }).count,
    /** Lists the runs of all remotes that are not at rest. */
    running: (): SyncRun[] => (running.all() as Row[]).map(fromRow),
    /** Makes the steps uncertain whose answer a run was waiting for. */
    interruptSteps(runId: number): void {
      interruptSteps.run(runId);
    },
    /** Stores the planned steps of a new run. */
    insertSteps(runId: number, list: readonly Step[]): void {
      for (const [number, step] of list.entries())
        insertStep.run({ runId, number, step: JSON.stringify(step) });
    },
    setStep({ runId, number, state, answer }: Omit<StepRecord, 'step'>): void {
      setStep.run({ runId, number, state, answer });
    },
  };
}

function toStep(row: StepRow): StepRecord {
  return {
    runId: row.run_id,
    number: row.number,
    step: JSON.parse(row.step) as Step,
    state: row.state as StepState,
    answer: row.answer,
  };
}

function fromRow(row: Row): SyncRun {
  return {
    id: row.id,
    remoteId: row.remote_id,
    kind: row.kind as SyncRunKind,
    full: row.is_full === 1,
    state: row.state as SyncRunState,
    plan: JSON.parse(row.plan) as Json,
    cursor: JSON.parse(row.cursor) as Json,
    counts: JSON.parse(row.counts) as Record<string, number>,
    requests: row.requests,
    started: row.started,
    ended: row.ended,
    outcome: row.outcome,
  };
}
