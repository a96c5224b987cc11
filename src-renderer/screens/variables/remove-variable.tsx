import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../ui/feedback/notify.tsx';
import { truncateName, type VariableRow } from './variable-row.ts';

/** Confirms and removes a variable, since its value may be unknown to everyone. */
export function confirmRemoval(slug: string, { id, name }: VariableRow): void {
  confirm({
    title: 'Remove variable',
    confirmLabel: 'Remove variable',
    body: (
      <>
        Builds will no longer receive <span className="mono">{name}</span>. Its value moves to the trash,
        still encrypted; you can restore it for 30 days.
      </>
    ),
    async run() {
      const removed = await deskClient.variables.remove.mutate({ slug, id });
      // With the row gone first, the focus moves to a remaining row.
      await queryClient.invalidateQueries({ queryKey: desk.variables.list.queryKey({ slug }) });
      notifyUndoable(`Removed ${truncateName(name)}`, removed);
    },
  });
}
