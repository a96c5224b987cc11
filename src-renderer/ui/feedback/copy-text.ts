import { notify, notifyError } from './notify.tsx';

/** Copies a text to the clipboard and says so, or why the browser refused. */
export function copyText(text: string, message: string): void {
  navigator.clipboard.writeText(text).then(() => notify(message), notifyError);
}
