import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { requestsPerSecond } from './load.ts';
import { startLectern } from './programs/server-process.ts';
import { atLeast, median, type Result } from './report.ts';
import type { BenchStore } from './stores.ts';

const ROUNDS = 5;
const SECONDS = 2;

/** Compares PATCH requests per second with durable transactions per second of the same two statements. */
export async function measureWrites(
  store: BenchStore & { readonly folder: string },
  scratch: string,
  note: (result: Result) => void,
): Promise<void> {
  const copy = join(scratch, 'bare.sqlite');
  copyFileSync(join(store.folder, 'lectern.sqlite'), copy);
  const bare = openBare(copy);
  const lectern = await startLectern(store.folder);
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(bare.transactionsPerSecond(SECONDS));
      rates.ours.push(
        await requestsPerSecond(
          {
            url: lectern.url,
            token: store.token,
            method: 'PATCH',
            path: '"/api/v3/projects/project-" .. string.format("%05d", n % 10000) .. "/"',
            body: `'{"homepage":"https://example.com/' .. n .. '"}'`,
          },
          SECONDS,
        ),
      );
    }
  } finally {
    bare.close();
    await lectern.stop();
  }
  const ratio = median(rates.ours.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  const perSecond = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`;
  note(
    atLeast(
      'writes: PATCH of a project',
      ratio,
      0.5,
      `${perSecond(rates.ours)} against ${perSecond(rates.bare)}`,
    ),
  );
}

function openBare(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const update = database.prepare('UPDATE projects SET homepage = ?, modified = ? WHERE slug = ?');
  const journal = database.prepare(`
    INSERT INTO journal (at, door, user_id, username, action, subject_id, project_id, before, after)
    VALUES (?, 'api', 1, 'bench', 'project.update', 1, 1, ?, ?)`);
  const write = database.transaction((count: number) => {
    const homepage = `https://example.com/${count}`;
    update.run(homepage, Date.now() * 1000, `project-${String(count % 10_000).padStart(5, '0')}`);
    journal.run(Date.now() * 1000, '{"homepage":"https://example.com/"}', JSON.stringify({ homepage }));
  });
  let count = 0;
  return {
    transactionsPerSecond(seconds: number): number {
      const startedAt = performance.now();
      let done = 0;
      while (performance.now() - startedAt < seconds * 1000) {
        write.immediate(count++);
        done += 1;
      }
      return done / ((performance.now() - startedAt) / 1000);
    },
    close: () => database.close(),
  };
}
