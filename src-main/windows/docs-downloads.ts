import { basename, join } from 'node:path';
import { app, type Session, shell } from 'electron';
import type { Notify } from '../lib/notifications.ts';

/**
 * Handles downloads of this session: asks where to save each and notifies when it is there. Built pages are hostile, so
 * nothing is written without asking, and only files of their own host.
 * @param isOwn returns whether an address belongs to the session's host
 */
export function handleDownloads(from: Session, isOwn: (url: string) => boolean, notify: Notify): void {
  from.on('will-download', (event, item) => {
    // A file that a page made itself has a `blob:` address.
    if (!isOwn(item.getURL().replace(/^blob:/, ''))) {
      event.preventDefault();
      return;
    }
    const name = item.getFilename();
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), name) });
    item.once('done', (_event, state) => {
      const path = item.getSavePath();
      if (state === 'completed') {
        notify({ title: 'Downloaded', body: basename(path) }, () => shell.showItemInFolder(path));
      }
      if (state === 'interrupted') {
        notify({ title: 'Download failed', body: `${name} could not be read or saved.` }, () => {});
      }
    });
  });
}
