import { deskClient } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { BuildCommand, BuildDetail, LogChunk } from '../build-detail.ts';
import { plainLine } from './log-text.ts';

/** Larger logs are not copied to the clipboard. In bytes. */
const MAX_COPIED_BYTES = 20_000_000;

/** Downloads the raw log of a build as a file. */
export async function saveLog(build: BuildDetail): Promise<void> {
  try {
    const name = `${build.projectSlug}-${build.id}.log`;
    saveFile(await rawLog(build), 'text/plain;charset=utf-8', name);
    notify(`Saved ${name}`);
  } catch (error) {
    notifyError(error);
  }
}

/** Copies the output of one command to the clipboard, without colours. */
export async function copyOutput(build: BuildDetail, { id, bytes }: BuildCommand): Promise<void> {
  if (bytes > MAX_COPIED_BYTES) return notifyTooLarge('output', bytes, build);
  try {
    await copyRaw(await rawOutput(build.id, id));
    notify('Copied the output');
  } catch (error) {
    notifyError(error);
  }
}

/** Copies the log of a build to the clipboard, without colours. */
export async function copyLog(build: BuildDetail): Promise<void> {
  const bytes = build.commands.reduce((sum, command) => sum + command.bytes, 0);
  if (bytes > MAX_COPIED_BYTES) return notifyTooLarge('log', bytes, build);
  try {
    await copyRaw(await rawLog(build));
    notify('Copied the log');
  } catch (error) {
    notifyError(error);
  }
}

function notifyTooLarge(what: 'log' | 'output', bytes: number, build: BuildDetail): void {
  notify(`The ${what} is too large to copy (${formatBytes(bytes)}). Save the log as a file instead.`, {
    label: 'Save log',
    run: () => void saveLog(build),
  });
}

async function copyRaw(chunks: readonly string[]): Promise<void> {
  await navigator.clipboard.writeText(chunks.join('').split('\n').map(plainLine).join('\n'));
}

/** Reads every command, after a `$`, with its output. */
async function rawLog({ id, error, commands }: BuildDetail): Promise<string[]> {
  const chunks: string[] = [];
  for (const { id: commandId, command } of commands) {
    chunks.push(`$ ${command}\n`, ...(await rawOutput(id, commandId)));
    const last = chunks.findLast((text) => text !== '');
    if (last !== undefined && !last.endsWith('\n')) chunks.push('\n');
  }
  if (error !== '') chunks.push(`${error}\n`);
  return chunks;
}

/** Reads the output of a command in chunks, so that no response holds the whole log. */
async function rawOutput(id: number, commandId: number): Promise<string[]> {
  const chunks: string[] = [];
  for (let piece: number | null = 0; piece !== null; ) {
    const chunk: LogChunk = await deskClient.build.raw.query({ id, commandId, piece });
    chunks.push(chunk.text);
    piece = chunk.next;
  }
  return chunks;
}
