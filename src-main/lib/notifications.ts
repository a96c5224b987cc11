import { Notification } from 'electron';

/** Says a thing once; a click does what goes with it. */
export type Notify = (notice: { readonly title: string; readonly body: string }, onClick: () => void) => void;

/** Native notifications; nothing where the desktop has none. */
export function createNotifier(): Notify {
  // One that nothing refers to is collected, and its click with it.
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
