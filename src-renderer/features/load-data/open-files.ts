import { type LoadSource, useLoadDialog } from './load-dialog-state.ts';

const CHUNK = 0x8000;

/** Opens the dialog of loading for a seed file. */
export function openSeedFile(file: File): Promise<void> {
  return open(file, async () => ({ kind: 'seed', file: file.name, text: await file.text() }));
}

/** Opens the dialog of loading for a kit file. */
export function openKitFile(file: File): Promise<void> {
  return open(file, async () => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { kind: 'zip', file: file.name, zip: toBase64(bytes) };
  });
}

/** Lets the person choose a seed file, from a command that has no field for it. */
export function chooseSeedFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file) void openSeedFile(file);
  };
  input.click();
}

async function open(file: File, read: () => Promise<LoadSource>): Promise<void> {
  const source = await read().catch((): LoadSource => ({ kind: 'unreadable', file: file.name }));
  useLoadDialog.getState().open(source);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
