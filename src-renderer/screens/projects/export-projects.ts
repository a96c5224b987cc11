import { csvOf } from '../../../src-server/model/csv.ts';
import { saveFile } from '../../components/save-file.ts';
import { tell, tellProblem } from '../../components/tell.tsx';
import { countOf } from '../../components/time-words.ts';
import { deskClient } from '../../desk.ts';
import { projectsTable } from './projects-table.ts';

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;
/** Spreadsheets take a file without it for one in the machine's own, narrow encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves these projects as a file, as this window saves files. */
export async function exportProjects(slugs: readonly string[], format: 'csv' | 'json'): Promise<void> {
  try {
    const rows = await deskClient.projects.table.query([...slugs]);
    const table = projectsTable(rows);
    const texts =
      format === 'csv'
        ? [BYTE_ORDER_MARK, csvOf(table.cells)]
        : [`${JSON.stringify(table.objects, null, 2)}\n`];
    saveFile(texts, TYPES[format], `projects.${format}`);
    tell(`Exported ${countOf(rows.length, 'project')} to projects.${format}`);
  } catch (error) {
    tellProblem(error);
  }
}
