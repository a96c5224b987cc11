import { Notification } from 'electron';

/** Says a thing once; a click does what goes with it. */
export type Notify = (notice: { readonly title: string; readonly body: string }, clicked: () => void) => void;

/** Native notifications; nothing where the desktop has none. */
export function createNotifier(): Notify {
  // One that nothing refers to is collected, and its click with it.
  const shown = new Set<Notification>();
  return ({ title, body }, clicked) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const done = () => shown.delete(notification);
    notification.on('click', () => {
      done();
      clicked();
    });
    notification.on('close', done);
    notification.on('failed', done);
    shown.add(notification);
    notification.show();
  };
}
