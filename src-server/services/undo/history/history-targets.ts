import { nounOf } from '../../../model/journal/actions.ts';
import type { HistoryTarget } from '../../../model/journal/history.ts';
import type { NounKey } from '../../../model/journal/nouns.ts';
import type { Store } from '../../../store/open-store.ts';
import type { JournalEntry } from '../../../store/tables/journal/journal.ts';

type ProjectScreen = Exclude<Extract<HistoryTarget, { project: string }>['kind'], 'build'>;

/** The screen of a project that shows what a change is about. */
const PROJECT_SCREENS: Partial<Readonly<Record<NounKey, ProjectScreen>>> = {
  project: 'project',
  maintainer: 'project',
  version: 'versions',
  redirect: 'redirects',
  redirectOrder: 'redirects',
  variable: 'environment',
  integration: 'webhooks',
  webhook: 'webhooks',
  subproject: 'subprojects',
  translation: 'translations',
};

const SCREENS: Partial<Readonly<Record<NounKey, Exclude<HistoryTarget, { project: string }>['kind']>>> = {
  token: 'people',
  user: 'people',
  settings: 'settings',
  remote: 'sync',
  backup: 'snapshots',
  snapshot: 'snapshots',
  seedFile: 'projects',
  kit: 'projects',
  trash: 'trash',
};

/** Returns where the window shows what an entry is about; null where nothing is left to show. */
export function targetOf(
  entry: JournalEntry,
  projectSlug: string | null,
  store: Store,
): HistoryTarget | null {
  const noun = nounOf(entry.action)?.key;
  if (noun === undefined) return null;
  const screen = SCREENS[noun];
  if (screen !== undefined) return { kind: screen };
  if (projectSlug === null) return null;
  const { subjectId } = entry;
  if ((noun === 'build' || noun === 'builtVersion') && subjectId !== null && store.builds.byId(subjectId))
    return { kind: 'build', project: projectSlug, id: subjectId };
  const kind = PROJECT_SCREENS[noun];
  return kind === undefined ? null : { kind, project: projectSlug };
}
