import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { type CsvCell, formatCsv } from '../../../../src-server/model/base/text/format-csv.ts';
import { deskClient } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/save-file.ts';

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;
/** Without it, spreadsheets read the file in the system's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Downloads these projects as a CSV or JSON file. */
export async function exportProjects(slugs: readonly string[], format: 'csv' | 'json'): Promise<void> {
  try {
    const rows = await deskClient.projects.table.query([...slugs]);
    const table = projectsTable(rows);
    const texts =
      format === 'csv'
        ? [BYTE_ORDER_MARK, formatCsv(table.cells)]
        : [`${JSON.stringify(table.objects, null, 2)}\n`];
    saveFile(texts, TYPES[format], `projects.${format}`);
    notify(`Exported ${pluralize(rows.length, 'project')} to projects.${format}`);
  } catch (error) {
    notifyError(error);
  }
}

type Row = inferRouterOutputs<DeskRouter>['projects']['table'][number];

const COLUMNS: readonly (readonly [header: string, read: (row: Row) => CsvCell | readonly string[]])[] = [
  ['slug', ({ slug }) => slug],
  ['name', ({ name }) => name],
  ['language', ({ language }) => language],
  ['programming_language', ({ programmingLanguage }) => programmingLanguage],
  ['default_version', ({ defaultVersion }) => defaultVersion],
  ['privacy_level', ({ privacyLevel }) => privacyLevel],
  ['versions', ({ versions }) => versions],
  ['active_versions', ({ activeVersions }) => activeVersions],
  ['state', ({ state }) => state],
  ['last_build', ({ lastBuild }) => (lastBuild === null ? null : new Date(lastBuild / 1000).toISOString())],
  ['last_build_seconds', ({ lastBuildDuration }) => lastBuildDuration],
  ['users', ({ people }) => people],
  ['tags', ({ tags }) => tags],
];

/** Converts projects to rows of a spreadsheet, headers first, and to objects. Joins lists in a cell with commas. */
function projectsTable(rows: readonly Row[]) {
  const isCsvCell = (value: CsvCell | readonly string[]): value is CsvCell => !Array.isArray(value);
  const cell = (value: CsvCell | readonly string[]): CsvCell => (isCsvCell(value) ? value : value.join(', '));
  return {
    cells: [
      COLUMNS.map(([header]) => header),
      ...rows.map((row) => COLUMNS.map(([, read]) => cell(read(row)))),
    ],
    objects: rows.map((row) => Object.fromEntries(COLUMNS.map(([header, read]) => [header, read(row)]))),
  };
}
