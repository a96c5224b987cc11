import { deskClient } from '../../../api/desk.ts';
import { tell, tellProblem } from '../../../ui/feedback/tell.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { byteWords } from '../../../ui/time-words.ts';
import type { BuildDetail, LogPiece } from '../build-detail.ts';
import { plainLine } from './log-text.ts';

/** More than this is of no use in a clipboard. In bytes. */
const MOST_COPIED = 20_000_000;

/** Saves all that a build wrote, as it was written, as this window saves files. */
export async function saveLog(build: BuildDetail): Promise<void> {
  try {
    const name = `${build.projectSlug}-${build.id}.log`;
    saveFile(await rawLog(build), 'text/plain;charset=utf-8', name);
    tell(`Saved ${name}`);
  } catch (error) {
    tellProblem(error);
  }
}

/** Copies all that a build wrote, without colours. */
export async function copyLog(build: BuildDetail): Promise<void> {
  const bytes = build.commands.reduce((sum, command) => sum + command.bytes, 0);
  if (bytes > MOST_COPIED) {
    return tell(`The log has ${byteWords(bytes)}, which is too much to copy.`, {
      label: 'Save log',
      run: () => void saveLog(build),
    });
  }
  try {
    const text = (await rawLog(build)).join('');
    await navigator.clipboard.writeText(text.split('\n').map(plainLine).join('\n'));
    tell('Copied the log');
  } catch (error) {
    tellProblem(error);
  }
}

/** Every command behind a `$`, and what it wrote. Piece by piece, so that no answer holds the whole log. */
async function rawLog({ id, error, commands }: BuildDetail): Promise<string[]> {
  const pieces: string[] = [];
  for (const { id: commandId, command } of commands) {
    pieces.push(`$ ${command}\n`);
    for (let piece: number | null = 0; piece !== null; ) {
      const part: LogPiece = await deskClient.build.raw.query({ id, commandId, piece });
      pieces.push(part.text);
      piece = part.next;
    }
    const last = pieces.findLast((text) => text !== '');
    if (last !== undefined && !last.endsWith('\n')) pieces.push('\n');
  }
  if (error !== '') pieces.push(`${error}\n`);
  return pieces;
}
