import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk } from '../../../api/desk.ts';
import { requestTrust } from '../../../features/trust/request-trust.ts';
import { useBuildRemedy } from '../../../features/trust/use-build-remedy.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';

/** An open dialog and the projects it is for. */
export type ProjectListDialog = {
  readonly kind: 'variable' | 'person' | 'removal';
  readonly slugs: readonly string[];
};

/** Actions of the list of projects, for one or several. */
export type ProjectListActions = ReturnType<typeof useProjectListActions>;

/** Returns the actions of the list of projects. Calls `onRemoved` with the slugs of removed projects. */
export function useProjectListActions(onRemoved: (slugs: readonly string[]) => void) {
  const [dialog, setDialog] = useState<ProjectListDialog | undefined>(undefined);
  const { apply: applyRemedy } = useBuildRemedy();
  const { mutate } = useMutation(desk.projects.buildDefaults.mutationOptions());

  const build = useCallback(
    (slugs: readonly string[]) => {
      const change = () =>
        mutate([...slugs], {
          onSuccess: (changed) => notifyUndoable(formatBuildResults(changed.answer.items), changed),
          onError: notifyError,
        });
      requestTrust(slugs).then((allowed) => allowed && change(), notifyError);
    },
    [mutate],
  );
  const open = useCallback(
    (kind: ProjectListDialog['kind'], slugs: readonly string[]) => setDialog({ kind, slugs }),
    [],
  );
  const close = useCallback(() => setDialog(undefined), []);
  /** Actions for one project, for its menu. */
  const rowActions = useMemo(
    () => ({
      build: (slug: string) => build([slug]),
      remove: (slug: string) => open('removal', [slug]),
      applyRemedy,
    }),
    [build, open, applyRemedy],
  );
  return { dialog, open, close, build, rowActions, onRemoved };
}

type BuildResult = { readonly name: string; readonly outcome: string; readonly note: string };

/** Says how many builds were triggered and how many projects were skipped; for a single project, why. */
function formatBuildResults(items: readonly BuildResult[]): string {
  const refused = items.filter(({ outcome }) => outcome !== 'change');
  const done = items.filter(({ outcome }) => outcome === 'change');
  const [only] = items;
  if (items.length === 1 && only) return only.outcome === 'change' ? `Building ${only.name}` : only.note;
  const skipped = refused.length > 0 ? `, ${formatCount(refused.length)} skipped` : '';
  return `Building ${pluralize(done.length, 'default')}${skipped}`;
}
