import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LecternProcess } from '../program/lectern-process.ts';
import { withCopy } from './ledger-check.ts';

const PROJECTS = 60;
// Larger than the 8 MB cache of SQLite, so that the write-ahead log grows during the load.
const OUTPUT = 'x'.repeat(100_000);

/** Returns a seed file with many projects named after `name`; loading it is one large change. */
export function bulkSeed(name: string): object {
  return {
    users: [{ username: 'alice' }],
    projects: Array.from({ length: PROJECTS }, (_, index) => ({
      slug: `bulk-${name}-${index}`,
      name: `Bulk ${name} ${index}`,
      users: ['alice'],
      repository: { url: 'https://example.org/bulk.git', type: 'git' },
      redirects: [{ type: 'exact', from_url: '/a', to_url: '/b' }],
      versions: ['one', 'two'].map((version) => ({
        verbose_name: version,
        identifier: version,
        type: 'tag',
        active: true,
        built: true,
        builds: [
          {
            created: '2026-01-01T00:00:00Z',
            state: 'finished',
            success: true,
            commands: [
              {
                description: '',
                command: 'make',
                output: OUTPUT,
                exit_code: 0,
                start_time: '2026-01-01T00:00:00Z',
                end_time: '2026-01-01T00:00:01Z',
              },
            ],
          },
        ],
      })),
    })),
  };
}

/** Lists problems of a bulk load after a crash, in a folder not in use; all of it or nothing must be there. */
export function bulkSeedProblems(folder: string, name: string): { faults: string[]; loaded: boolean } {
  return withCopy(folder, (database) => {
    const count = (sql: string) => Number(database.prepare(sql).pluck().get(`bulk-${name}-%`));
    const ours = 'FROM projects p WHERE p.slug LIKE ?';
    const rows = {
      projects: count(`SELECT count(*) ${ours}`),
      versions: count(`SELECT count(*) FROM versions WHERE project_id IN (SELECT p.id ${ours})`),
      commands: count(`SELECT count(*) FROM build_commands WHERE build_id IN (
        SELECT id FROM builds WHERE project_id IN (SELECT p.id ${ours}))`),
      redirects: count(`SELECT count(*) FROM redirects WHERE project_id IN (SELECT p.id ${ours})`),
    };
    const loaded = rows.projects > 0;
    const full = { projects: PROJECTS, versions: 2 * PROJECTS, commands: 2 * PROJECTS, redirects: PROJECTS };
    const expected = loaded ? full : { projects: 0, versions: 0, commands: 0, redirects: 0 };
    const isHalf = JSON.stringify(rows) !== JSON.stringify(expected);
    return { faults: isHalf ? [`half a load: ${JSON.stringify(rows)}`] : [], loaded };
  });
}

/** Waits until the write-ahead log has reached this size, or the process has written output or ended. */
export async function waitForLogSize(
  folder: string,
  bytes: number,
  { exited, firstLine }: Pick<LecternProcess, 'exited' | 'firstLine'>,
): Promise<void> {
  const log = join(folder, 'lectern.sqlite-wal');
  let over = false;
  const end = () => {
    over = true;
  };
  exited.then(end, end);
  firstLine.then(end, end);
  while (!over && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) < bytes) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
