import { basename, join } from 'node:path';
import { app, type Session, shell } from 'electron';
import type { Notify } from '../lib/notifications.ts';

/**
 * Offers what pages of this session give to download: the person says where it goes, and is told when it is there. Built
 * pages are hostile, so nothing is written without that, and nothing but what their own host has.
 * @param isOwn whether an address is of the session's own host
 */
export function handleDownloads(from: Session, isOwn: (url: string) => boolean, notify: Notify): void {
  from.on('will-download', (event, item) => {
    // A page may make a file by itself; its address then begins so.
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
        notify({ title: 'Not downloaded', body: `${name} could not be read or saved.` }, () => {});
      }
    });
  });
}
