import { readFileSync, writeFileSync } from 'node:fs';
import { OTHER_FIELDS, SYNC_FIELDS, type SyncField } from '../../../src-server/model/sync/sync-fields.ts';

const KIND_NAMES = {
  ...{ project: 'Project', version: 'Version', redirect: 'Redirect', variable: 'Environment variable' },
  ...{ subproject: 'Subproject', build: 'Build' },
} as const;
type Row = readonly [kind: string, field: string, pulled: boolean, pushed: boolean, note: string];

function rowsOf(kind: keyof typeof KIND_NAMES): Row[] {
  const synced = kind === 'build' ? {} : SYNC_FIELDS[kind];
  return [
    ...Object.entries(synced).map(([name, field]): Row => {
      const label = field.way === 'note' ? field.label : `${field.label} (\`${name}\`)`;
      return [KIND_NAMES[kind], label, field.way === 'both', true, notesOf(field).join(' ')];
    }),
    ...OTHER_FIELDS[kind].map(
      ({ label, way, note = '' }): Row => [KIND_NAMES[kind], label, way === 'pull', false, note],
    ),
  ];
}

function notesOf({ way, note, isBusinessOnly, isFixed }: SyncField): string[] {
  return [
    ...(way === 'push' ? ['Sent when it was changed here. The service never answers it.'] : []),
    ...(isBusinessOnly
      ? ['Pushed to the business service alone; the community service has all public.']
      : []),
    ...(isFixed && way === 'both' ? ['A change there is a deletion and a creation.'] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

/** Returns the section of docs/handbook/pages/sync.md that says of each field where it goes. */
export function fieldTable(): string {
  const rows = (Object.keys(KIND_NAMES) as (keyof typeof KIND_NAMES)[]).flatMap(rowsOf);
  const lines = rows.map(([kind, field, pulled, pushed, note]) => {
    const stays = !pulled && !pushed;
    return `| ${kind} | ${field} | ${pulled ? 'yes' : '-'} | ${pushed ? 'yes' : '-'} | ${stays ? 'yes' : '-'} | ${note} |`;
  });
  return [
    '## Which fields are pulled, pushed, stay here',
    '',
    '| | Field | Pulled | Pushed | Stays here | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** The page that has the section. */
export const SYNC_DOCS_FILE = new URL('../../../docs/handbook/pages/sync.md', import.meta.url);

/** Returns the text of a page with its section replaced, or with it at the end. */
export function withFieldTable(page: string): string {
  const table = fieldTable();
  const [heading = ''] = table.split('\n');
  const start = page.indexOf(heading);
  if (start === -1) return `${page.trimEnd()}\n\n${table}`;
  const end = page.indexOf('\n## ', start);
  return page.slice(0, start) + table + (end === -1 ? '' : page.slice(end));
}

// To be run after a change of the fields: npm run docs:sync-fields
if (import.meta.main) writeFileSync(SYNC_DOCS_FILE, withFieldTable(readFileSync(SYNC_DOCS_FILE, 'utf8')));
