import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { cancellableEvent } from '../system/events.ts';
import { dialog } from '../system/system.ts';

type Received = { readonly content: Buffer; readonly name: string; readonly isGood: boolean };
type SaveDialogOptions = { readonly defaultPath?: string };

/** Electron's DownloadItem. */
export class DownloadItem extends EventEmitter {
  readonly #url: string;
  readonly #name: string;
  #options: SaveDialogOptions = {};
  #path = '';
  constructor(url: string, name: string) {
    super();
    this.#url = url;
    this.#name = name;
  }
  getURL(): string {
    return this.#url;
  }
  getFilename(): string {
    return this.#name;
  }
  getSavePath(): string {
    return this.#path;
  }
  setSavePath(path: string): void {
    this.#path = path;
  }
  getSaveDialogOptions(): SaveDialogOptions {
    return this.#options;
  }
  setSaveDialogOptions(options: SaveDialogOptions): void {
    this.#options = options;
  }
}

/** Downloads as a session does: `will-download` may refuse it, and without a path the person is asked for one. */
export async function download(session: EventEmitter, url: string, contents: unknown = null): Promise<void> {
  const received = await receive(url);
  const item = new DownloadItem(url, received.name);
  const event = cancellableEvent({});
  session.emit('will-download', event, item, contents);
  if (event.defaultPrevented) return;
  if (item.getSavePath() === '') {
    const { filePath } = await dialog.showSaveDialog(item.getSaveDialogOptions());
    item.setSavePath(filePath ?? '');
  }
  if (item.getSavePath() === '') item.emit('done', {}, 'cancelled');
  else if (!received.isGood) item.emit('done', {}, 'interrupted');
  else {
    writeFileSync(item.getSavePath(), received.content);
    item.emit('done', {}, 'completed');
  }
}

/** Every host that ends with localhost is this machine, which Node does not know. */
function receive(url: string): Promise<Received> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const address = hostname.endsWith('localhost') ? '127.0.0.1' : hostname;
  return new Promise((resolve, reject) => {
    get({ host: address, port, path: pathname + search, headers: { host } }, (response) => {
      const headerFilename = /filename="([^"]+)"/.exec(response.headers['content-disposition'] ?? '')?.[1];
      buffer(response).then(
        (content) =>
          resolve({
            content,
            name: headerFilename ?? pathname.split('/').at(-1) ?? '',
            isGood: response.statusCode === 200,
          }),
        reject,
      );
    }).on('error', reject);
  });
}
