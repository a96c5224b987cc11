import { expect } from 'vitest';
import type { JournalEntry } from '../../../src-server/store/tables/journal/journal.ts';

/** Every row of every table, by table. */
export type Dump = Readonly<Record<string, readonly unknown[]>>;

type Row = Readonly<Record<string, unknown>>;

/** Which table a subject's rows are in. */
const TABLE_OF_SUBJECT: Readonly<Record<string, string>> = {
  project: 'projects',
  version: 'versions',
  build: 'builds',
  redirect: 'redirects',
  'environment-variable': 'environment_variables',
  integration: 'integrations',
  'build-webhook': 'build_webhooks',
  subproject: 'subprojects',
  translation: 'projects',
  user: 'users',
  token: 'tokens',
  notification: 'notifications',
  remote: 'remotes',
};
/** Rows that are part of another: table, and the column that names the other. */
const OWNER_TABLES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  project_users: ['projects', 'project_id'],
  build_commands: ['builds', 'build_id'],
};
/**
 * What is no data of anybody's: the journal itself, counters, the note of where the data key lies, and what has been
 * removed. Settings have no id; their entry names the keys.
 */
const IGNORED_TABLES = new Set([
  ...['journal', 'sqlite_sequence', 'schema_history', 'installation'],
  // Counted in the row of its command.
  'build_output',
  ...['trash', 'trash_rows', 'settings'],
  // Known by their names.
  ...['build_scripts', 'fault_rules'],
  // Named by their remote, or by the project that they stand for.
  ...['remote_projects', 'remote_links', 'remote_builds', 'sync_runs', 'sync_steps'],
]);

/** Fails unless the entries tell of exactly the rows that differ, each once. */
export function expectJournalled(before: Dump, after: Dump, entries: readonly JournalEntry[]): void {
  const isUpdated = entries.some(({ action }) => action === 'project.update');
  const journalledRows = entries.flatMap((entry) => {
    const [subject = ''] = entry.action.split('.');
    // A new repository URL requests a sync: two entries of one row.
    const isSecond = isUpdated && entry.action === 'project.request-sync';
    const isData = !isSecond && !/^(settings|trash|build-script|fault|clock)$/.test(subject);
    return isData ? subjectsOf(entry).map((id) => `${TABLE_OF_SUBJECT[subject]} ${id}`) : [];
  });
  expect(journalledRows.toSorted()).toEqual([...changedRows(before, after)].sort());
  for (const { action, before: was, after: is } of entries) {
    const [, verb = ''] = action.split('.');
    if (action === 'fault.add' || /^(create|trigger|command|add-maintainer|save)$/.test(verb))
      expect([was, is], action).toEqual([null, expect.any(Object)]);
    else if (action === 'fault.remove' || /^(delete|revoke|remove-maintainer|empty|clear)$/.test(verb))
      expect([was, is], action).toEqual([expect.any(Object), null]);
    else if (verb === 'request-cancel' || verb.endsWith('sync'))
      // What a reading found is told; only the default branch has a former value.
      expect(Object.keys(was ?? {}), action).toEqual('remoteBranch' in (is ?? {}) ? ['remoteBranch'] : []);
    else expect(Object.keys(was ?? {}), action).toEqual(Object.keys(is ?? {}));
    expect(was ?? is ?? { nothing: true }, action).not.toEqual({});
  }
}

/** One entry names all redirects that were sorted. */
function subjectsOf({ action, subjectId, after }: JournalEntry): readonly unknown[] {
  // The runner learns of it; the build itself changes when it ends.
  if (action === 'build.request-cancel') return [];
  if (action !== 'redirect.reorder' || !Array.isArray(after?.ranks)) return [subjectId];
  return after.ranks.map((rank: Row) => rank.id);
}

/**
 * Rows that came, went or differ, as `table id`; a part counts as its whole, and what goes with a version or a project
 * as that.
 */
function changedRows(before: Dump, after: Dump): Set<string> {
  const changed = new Set<string>();
  const versions = new Set((after.versions as readonly Row[]).map(({ id }) => id));
  const projects = new Set((after.projects as readonly Row[]).map(({ id }) => id));
  const isRemovedProject = (id: unknown) => typeof id === 'number' && !projects.has(id);
  const builds = new Set((after.builds as readonly Row[]).map(({ id }) => id));
  for (const table of Object.keys(after)) {
    if (IGNORED_TABLES.has(table)) continue;
    const was = new Map((before[table] as readonly Row[]).map((row) => [keyOf(row), row]));
    const is = new Map((after[table] as readonly Row[]).map((row) => [keyOf(row), row]));
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const row = is.get(key) ?? was.get(key) ?? {};
      if (JSON.stringify(was.get(key)) === JSON.stringify(is.get(key))) continue;
      if (
        isRemovedProject(row.project_id) ||
        isRemovedProject(row.parent_id) ||
        isRemovedProject(row.child_id)
      )
        continue;
      if (isRemovedProject(was.get(key)?.translation_of)) continue;
      if (table === 'builds' && !versions.has(row.version_id)) continue;
      if (table === 'build_commands' && !builds.has(row.build_id)) continue;
      if (table === 'notifications') {
        changed.add(notificationOwner(was.get(key), is.get(key)));
        continue;
      }
      const [ownerTable, column] = OWNER_TABLES[table] ?? [table, 'id'];
      changed.add(`${ownerTable} ${row[column]}`);
    }
  }
  return changed;
}

/** What is said is part of the change that it tells of; only a new state of it is a change of its own. */
function notificationOwner(was: Row | undefined, is: Row | undefined): string {
  const row = is ?? was ?? {};
  if (was && is && was.modified === is.modified) return `notifications ${row.id}`;
  if (row.build_id !== null) return `builds ${row.build_id}`;
  return row.project_id !== null ? `projects ${row.project_id}` : `users ${row.user_id}`;
}

function keyOf(row: Row): string {
  return 'id' in row ? String(row.id) : `${row.project_id} ${row.user_id}`;
}
