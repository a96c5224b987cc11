import { Notification } from 'electron';

/** Shows a notification; a click calls its action. */
export type Notify = (notice: { readonly title: string; readonly body: string }, onClick: () => void) => void;

/** Shows native notifications; does nothing where the desktop has none. */
export function createNotifier(): Notify {
  // A notification without a reference is garbage collected, and its click handler with it.
  const open = new Set<Notification>();
  return ({ title, body }, onClick) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const remove = () => open.delete(notification);
    notification.on('click', () => {
      remove();
      onClick();
    });
    notification.on('close', remove);
    notification.on('failed', remove);
    open.add(notification);
    notification.show();
  };
}
