import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Finds what people changed after something, by the index of projects and without reading what was changed. */
export function laterChangeQueries(database: Database) {
  const firstChanged = prepareRead(
    database,
    `SELECT j.project_id AS id FROM json_each(@projects) p CROSS JOIN journal j
     WHERE j.project_id = p.value AND j.id > @batch AND j.batch > @batch
       AND j.door NOT IN ('runner', 'start', 'webhook', 'sync')
       AND substr(j.action, 1, 6) <> 'build.'
       AND j.action NOT IN ('project.request-sync', 'project.give-up-sync', 'project.sync')
       AND j.action NOT IN (SELECT value FROM json_each(@ignored))
       AND j.undoes IS NULL
       AND NOT EXISTS (SELECT 1 FROM journal u WHERE u.undoes = j.batch)
     LIMIT 1`,
  );
  return {
    /**
     * Returns the first of these projects that a person changed after a batch, in a way that still holds; undefined when
     * there is none. Builds, syncs and ignored actions do not count.
     */
    firstChanged(
      projectIds: readonly number[],
      batch: number,
      ignored: ReadonlySet<string>,
    ): number | undefined {
      const parameters = {
        batch,
        projects: JSON.stringify(projectIds),
        ignored: JSON.stringify([...ignored]),
      };
      return (firstChanged.get(parameters) as { id: number } | undefined)?.id;
    },
  };
}
