import type { Database } from 'better-sqlite3';
import type { BuildScript } from '../../../model/builds/build-script.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Reads and writes `build_scripts`; model/builds/build-script.ts defines what they hold. */
export function buildScriptsTable(database: Database) {
  const byName = prepareRead(database, 'SELECT script FROM build_scripts WHERE name = ?');
  const names = prepareRead(database, 'SELECT name FROM build_scripts ORDER BY name');
  const put = database.prepare(
    'INSERT INTO build_scripts (name, script) VALUES (@name, @script) ON CONFLICT (name) DO UPDATE SET script = @script',
  );

  return {
    byName(name: string): BuildScript | undefined {
      const row = byName.get(name) as { script: string } | undefined;
      return row && (JSON.parse(row.script) as BuildScript);
    },
    names: (): string[] => (names.all() as { name: string }[]).map(({ name }) => name),
    put(name: string, script: BuildScript): void {
      put.run({ name, script: JSON.stringify(script) });
    },
  };
}
