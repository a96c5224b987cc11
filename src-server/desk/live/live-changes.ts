import type { JournalAction } from '../../model/journal/actions.ts';
import type { Services } from '../../services/open-services.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';

/** What an open screen gets about a change: enough to know whether it shows something of it. */
export type LiveChange = {
  readonly action: JournalAction;
  readonly subjectId: number | null;
  /** Slugs of the projects whose screens may show it; null for every screen. */
  readonly projects: readonly string[] | null;
};

/** What is known of a change, or of a step of a build, when it happens. */
export type Happened = Pick<JournalEntry, 'action' | 'projectId' | 'subjectId'>;

/** Actions on one project alone. Others concern more than that: a project that comes or goes, a relation. */
const OF_ONE_PROJECT =
  /^(?:build|build-webhook|environment-variable|integration|redirect|version)\.|^project\.(?!create|delete|restore)/;

/** Says of each change which screens it concerns, once for each project. */
export function describeChanges(
  { projectRelatives }: Pick<Services, 'projectRelatives'>,
  changes: readonly Happened[],
): LiveChange[] {
  const families = new Map<number, readonly string[] | null>();
  const familyOf = (id: number): readonly string[] | null => {
    const known = families.get(id);
    if (known !== undefined) return known;
    const family = projectRelatives.familyOf(id) ?? null;
    families.set(id, family);
    return family;
  };
  return changes.map(({ action, projectId, subjectId }) => {
    const isOfOne = projectId !== null && OF_ONE_PROJECT.test(action);
    return { action, subjectId, projects: isOfOne ? familyOf(projectId) : null };
  });
}
