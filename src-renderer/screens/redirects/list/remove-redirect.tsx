import { useMutation } from '@tanstack/react-query';
import { desk, problemOf } from '../../../api/desk.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatRedirect, fromLabel, type RedirectView } from './redirect-view.ts';
import classes from './redirects.module.css';

type Props = {
  readonly slug: string;
  readonly rule: RedirectView;
  readonly close: () => void;
  /** Called after the removal. */
  readonly onRemoved: () => void;
};

/** Confirms and removes a redirect. */
export function RemoveRedirect({ slug, rule, close, onRemoved }: Props) {
  const remove = useMutation(
    desk.redirects.remove.mutationOptions({
      onSuccess(changed) {
        close();
        onRemoved();
        notifyUndoable(`Removed ${formatRedirect(rule)}`, changed);
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Remove redirect"
      confirmLabel="Remove redirect"
      busy={remove.isPending}
      problem={remove.error ? problemOf(remove.error).message : undefined}
      run={() => remove.mutate({ slug, id: rule.id })}
      close={close}
    >
      Readers who request <span className={classes.code}>{fromLabel(rule).text}</span> get a 404, unless
      another redirect matches. Undo restores it to its position.
    </ConfirmDialog>
  );
}
