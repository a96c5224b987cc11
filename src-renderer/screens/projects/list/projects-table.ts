import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { CsvCell } from '../../../../src-server/model/base/format-csv.ts';

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
export function projectsTable(rows: readonly Row[]) {
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
