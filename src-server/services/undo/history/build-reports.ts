import type { JournalEntry } from '../../../store/tables/journal/journal.ts';

/* What a build that passed changes of its version: a report of the build, and no change by a person. */

/** Fields of a version that only the end of a build sets. */
const SET_BY_BUILDS: ReadonlySet<string> = new Set(['built', 'downloads', 'pagesBuild']);

/** Tells whether an entry only says that a build put the pages of its version in place. */
export function reportsPages({ action, before, after }: JournalEntry): boolean {
  if (action !== 'version.update') return false;
  const fields = Object.keys({ ...before, ...after });
  return fields.length > 0 && fields.every((field) => SET_BY_BUILDS.has(field));
}

/** Returns the entries by which a change is told as the end of a build; empty for any other change. */
export function buildReport(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const isReport = entries.every((entry) => entry.action === 'build.finish' || reportsPages(entry));
  if (!isReport) return [];
  const finished = entries.filter(({ action }) => action === 'build.finish');
  return finished.length > 0 ? finished : entries.map(asFinished);
}

/** Returns what the end of the build that placed these pages would have recorded. */
function asFinished(entry: JournalEntry): JournalEntry {
  const build = entry.after?.pagesBuild;
  return {
    ...entry,
    action: 'build.finish',
    subjectId: typeof build === 'number' ? build : null,
    before: null,
    after: { success: true },
  };
}
