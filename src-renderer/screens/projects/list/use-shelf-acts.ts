import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk } from '../../../api/desk.ts';
import { askTrust } from '../../../features/trust/ask-trust.ts';
import { tell, tellProblem } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';

/** A dialog that is open, and the projects it is about. */
export type ShelfDialog = {
  readonly kind: 'variable' | 'person' | 'removal';
  readonly slugs: readonly string[];
};

/** What can be done from the list of projects, to one or to many. */
export type ShelfActs = ReturnType<typeof useShelfActs>;

/** `gone` hears which projects are not there any more. */
export function useShelfActs(gone: (slugs: readonly string[]) => void) {
  const [dialog, setDialog] = useState<ShelfDialog | undefined>(undefined);
  const { mutate } = useMutation(desk.projects.buildDefaults.mutationOptions());

  const build = useCallback(
    (slugs: readonly string[]) => {
      const change = () =>
        mutate([...slugs], {
          onSuccess: ({ items }) => tell(buildWords(items)), // a build is history: an Undo here would be of another change
          onError: tellProblem,
        });
      askTrust(slugs).then((allowed) => allowed && change(), tellProblem);
    },
    [mutate],
  );
  const open = useCallback(
    (kind: ShelfDialog['kind'], slugs: readonly string[]) => setDialog({ kind, slugs }),
    [],
  );
  const close = useCallback(() => setDialog(undefined), []);
  /** The same to one project: the row's menu. */
  const ofRow = useMemo(
    () => ({
      build: (slug: string) => build([slug]),
      remove: (slug: string) => open('removal', [slug]),
    }),
    [build, open],
  );
  return { dialog, open, close, build, ofRow, gone };
}

type Built = { readonly name: string; readonly outcome: string; readonly note: string };

/** What was triggered, and how many were not; of one alone, why. */
function buildWords(items: readonly Built[]): string {
  const refused = items.filter(({ outcome }) => outcome !== 'change');
  const done = items.filter(({ outcome }) => outcome === 'change');
  const [only] = items;
  if (items.length === 1 && only) return only.outcome === 'change' ? `Building ${only.name}` : only.note;
  const left = refused.length > 0 ? `, ${refused.length.toLocaleString('en-GB')} left out` : '';
  return `Building ${countOf(done.length, 'default')}${left}`;
}
