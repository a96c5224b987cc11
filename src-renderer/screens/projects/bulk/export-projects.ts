import { formatCsv } from '../../../../src-server/model/base/format-csv.ts';
import { deskClient } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { projectsTable } from '../list/projects-table.ts';

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
