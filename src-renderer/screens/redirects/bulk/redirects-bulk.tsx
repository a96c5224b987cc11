import { IconArrowsSort, IconTrash } from '@tabler/icons-react';
import { BulkBar } from '../../../ui/list/bulk-bar.tsx';
import type { RedirectView } from '../list/redirect-view.ts';
import { MoveRedirects } from './move-redirects.tsx';
import { RemoveRedirects } from './remove-redirects.tsx';
import type { RedirectSelection } from './use-redirect-selection.ts';

type Props = {
  readonly slug: string;
  readonly selection: RedirectSelection;
  /** All redirects in order. */
  readonly rules: readonly RedirectView[];
  /** Moves redirects so that the first of them has this position, from 0, among the others. */
  readonly move: (ids: readonly number[], to: number) => void;
  readonly onRemoved: (ids: readonly number[]) => void;
};

const ICON = { size: 16, stroke: 1.75 };

/** Shows the actions for the selected redirects, and their dialogs. */
export function RedirectsBulk({ slug, selection, rules, move, onRemoved }: Props) {
  const { list, selected, dialog, setDialog } = selection;
  if (selected.length === 0) return null;
  const ids = selected.map(({ id }) => id);
  const close = () => setDialog(null);
  return (
    <>
      <BulkBar
        count={selected.length}
        clear={list.clear}
        actions={[
          {
            label: 'Move',
            icon: <IconArrowsSort {...ICON} />,
            choices: [
              { label: 'To the top', run: () => move(ids, 0) },
              { label: 'To the bottom', run: () => move(ids, rules.length) },
              { label: 'Before a position…', run: () => setDialog('move') },
            ],
          },
          {
            label: 'Remove…',
            icon: <IconTrash {...ICON} />,
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'move' && <MoveRedirects ids={ids} rules={rules} move={move} close={close} />}
      {dialog === 'remove' && (
        <RemoveRedirects
          slug={slug}
          rules={selected}
          places={new Map(rules.map(({ id }, at) => [id, at]))}
          close={close}
          onRemoved={() => {
            list.clear();
            onRemoved(ids);
          }}
        />
      )}
    </>
  );
}
