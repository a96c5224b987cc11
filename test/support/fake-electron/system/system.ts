// The parts of Electron that reach out to the system: they do nothing here but remember, and give neutral answers.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WORK_AREA } from '../browser/window-frame.ts';
import { record } from '../calls.ts';

/** Electron's `shell`: nothing is opened. */
export const shell = {
  openExternal: async (url: string) => record('shell.openExternal', url),
  openPath: async (path: string) => {
    record('shell.openPath', path);
    return '';
  },
  showItemInFolder: (path: string) => record('shell.showItemInFolder', path),
  trashItem: async (path: string) => record('shell.trashItem', path),
  beep: () => record('shell.beep'),
};

/** The next answers of `dialog`, by method and in turn; where there is none, the person closed the dialog. */
export const dialogAnswers: Record<string, object[]> = {};

function answer<Closed extends object>(
  method: string,
  args: readonly unknown[],
  closed: Closed,
): Partial<Closed> {
  record(`dialog.${method}`, args.at(-1));
  return (dialogAnswers[method]?.shift() as Partial<Closed> | undefined) ?? closed;
}

const cancelId = (args: readonly unknown[]): number =>
  (args.at(-1) as { readonly cancelId?: number } | undefined)?.cancelId ?? 0;

/** Electron's `dialog`. Tests give answers in `fakeElectron.dialogAnswers`, or replace a method, which works in both. */
export const dialog = {
  showOpenDialog: async (...args: readonly unknown[]) =>
    answer('showOpenDialog', args, { canceled: true, filePaths: [] }),
  showSaveDialog: async (...args: readonly unknown[]) =>
    answer('showSaveDialog', args, { canceled: true, filePath: '' }),
  showMessageBox: async (...args: readonly unknown[]) =>
    answer('showMessageBox', args, { response: cancelId(args), checkboxChecked: false }),
  showMessageBoxSync: (...args: readonly unknown[]) => {
    return answer('showMessageBoxSync', args, { response: cancelId(args) }).response;
  },
  showErrorBox: (...args: readonly unknown[]) => record('dialog.showErrorBox', ...args),
};

/** Electron's `net`, for what a protocol handler asks of it. */
export const net = {
  fetch: async (input: string | Request, init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'string' ? input : input.url;
    return url.startsWith('file:') ? new Response(readFileSync(fileURLToPath(url))) : fetch(input, init);
  },
  isOnline: () => true,
};

class Theme extends EventEmitter {
  shouldUseDarkColors = false;
  shouldUseHighContrastColors = false;
  #source = 'system';
  get themeSource(): string {
    return this.#source;
  }
  set themeSource(source: string) {
    this.#source = source;
    this.shouldUseDarkColors = source === 'dark';
    this.emit('updated', {});
  }
}

/** Electron's `nativeTheme`: light, unless the application says otherwise. */
export const nativeTheme = new Theme();

const image = (from: unknown, empty = false) => ({
  from,
  isEmpty: () => empty,
  getSize: () => ({ width: empty ? 0 : 16, height: empty ? 0 : 16 }),
  resize: () => image(from, empty),
  addRepresentation: (options: object) => record('nativeImage.addRepresentation', options),
  setTemplateImage: (template: boolean) => record('nativeImage.setTemplateImage', template),
  toPNG: () => Buffer.alloc(0),
  toDataURL: () => 'data:image/png;base64,',
});

/** Electron's `nativeImage`; an image only knows where it comes from. */
export const nativeImage = {
  createEmpty: () => image(null, true),
  createFromPath: (path: string) => image(path),
  createFromBuffer: (buffer: Buffer) => image(buffer),
  createFromDataURL: (url: string) => image(url),
};

let copied = '';
/** Electron's `clipboard`, of this process alone. */
export const clipboard = {
  readText: () => copied,
  writeText: (text: string) => {
    copied = String(text);
  },
  clear: () => {
    copied = '';
  },
};

/** Electron's `safeStorage`: there is no keychain. */
export const safeStorage = {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'basic_text',
};

const display = {
  id: 1,
  bounds: WORK_AREA,
  workArea: WORK_AREA,
  size: WORK_AREA,
  workAreaSize: WORK_AREA,
  scaleFactor: 1,
};
/** Electron's `screen`: one display. */
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
  getDisplayNearestPoint: () => display,
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
});

/** Electron's `powerMonitor`; tests emit its events. */
export const powerMonitor = new EventEmitter();

/** Electron's `globalShortcut`: none can be had. */
export const globalShortcut = {
  register: (keys: string) => {
    record('globalShortcut.register', keys);
    return false;
  },
  unregister: () => undefined,
  unregisterAll: () => undefined,
  isRegistered: () => false,
};

/** Electron's `crashReporter`. */
export const crashReporter = { start: (options: object) => record('crashReporter.start', options) };
