import { deskClient } from '../../../api/desk.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatRedirect, fromLabel, type RedirectView } from '../list/redirect-view.ts';
import classes from '../list/redirects.module.css';

/** Confirms and removes a redirect; calls `onRemoved` after the removal. */
export function confirmRemoval(slug: string, rule: RedirectView, onRemoved: () => void): void {
  confirm({
    title: 'Remove redirect',
    confirmLabel: 'Remove redirect',
    body: (
      <>
        Readers who request <span className={classes.code}>{fromLabel(rule).text}</span> get a 404, unless
        another redirect matches. Undo restores it to its position.
      </>
    ),
    async run() {
      const removed = await deskClient.redirects.remove.mutate({ slug, id: rule.id });
      onRemoved();
      notifyUndoable(`Removed ${formatRedirect(rule)}`, removed);
    },
  });
}
