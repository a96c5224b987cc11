import { useMemo, useState } from 'react';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import type { RedirectView } from '../list/redirect-view.ts';

type Rules = readonly RedirectView[];

/** The selected redirects of a project, and which dialog about them is open. */
export type RedirectSelection = ReturnType<typeof useRedirectSelection>;

/** Selects redirects among those that are shown; `listKey` changes with the filter. */
export function useRedirectSelection(rules: Rules, shown: Rules, listKey: string) {
  const [dialog, setDialog] = useState<'move' | 'remove' | null>(null);
  const list = useSelection<number>({
    listKey,
    count: shown.length,
    keyAt: (at) => shown[at]?.id,
    allKeys: () => Promise.resolve(shown.map(({ id }) => id)),
    onError: notifyError,
  });
  // A selected redirect may have been removed since.
  const selected = useMemo(() => rules.filter(({ id }) => list.keys.has(id)), [rules, list.keys]);
  return { list, selected, dialog, setDialog };
}
