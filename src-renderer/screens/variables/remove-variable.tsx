import { useMutation } from '@tanstack/react-query';
import { desk, problemOf, queryClient } from '../../api/desk.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../ui/feedback/notify.tsx';
import { truncateName, type VariableRow } from './variable-row.ts';

type Props = { readonly slug: string; readonly row: VariableRow; readonly close: () => void };

/** Confirms and removes a variable, since its value may be unknown to everyone. */
export function RemoveVariable({ slug, row: { id, name }, close }: Props) {
  const remove = useMutation(
    desk.variables.remove.mutationOptions({
      async onSuccess(changed) {
        // With the row gone first, the focus moves to a remaining row.
        await queryClient.invalidateQueries({ queryKey: desk.variables.list.queryKey({ slug }) });
        close();
        notifyUndoable(`Removed ${truncateName(name)}`, changed);
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Remove variable"
      confirmLabel="Remove variable"
      busy={remove.isPending}
      problem={remove.error ? problemOf(remove.error).message : undefined}
      run={() => remove.mutate({ slug, id })}
      close={close}
    >
      Builds will no longer receive <span className="mono">{name}</span>. Its value moves to the trash, still
      encrypted; you can restore it for 30 days.
    </ConfirmDialog>
  );
}
