import { z } from 'zod';
import { Conflict, Unavailable } from '../../model/base/problems.ts';
import { LINK_HEADER, LINK_PATH, windowLink } from '../../model/window/link-call.ts';
import { readHolderNote, readWindowDoor } from '../../store/file/lock-holder.ts';
import { PROGRAM } from '../command-line.ts';
import { resolveDataFolder } from '../paths.ts';
import type { Terminal } from '../terminal.ts';

const answerSchema = z.object({ key: z.string() });

/**
 * `link`: prints a one-time link to the window of the Lectern that has the data folder open.
 * @throws Conflict when none has, or it has no window for browsers @throws Unavailable when it does not answer
 */
export async function printLink(
  options: { readonly data: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const folder = resolveDataFolder(options.data);
  const door = readWindowDoor(folder);
  if (!door) throw new Conflict(adviceFor(readHolderNote(folder)?.what, folder.root));
  const response = await fetch(door.url + LINK_PATH, {
    method: 'POST',
    headers: { [LINK_HEADER]: door.secret },
  }).catch(() => undefined);
  if (!response?.ok)
    throw new Unavailable(`Lectern does not answer at ${door.url}. Stop it, and start it again.`);
  const link = windowLink(door.url, answerSchema.parse(await response.json()).key);
  terminal.answer({ window: link }, [link]);
  terminal.log('The link works once, within a day.');
  return 0;
}

function adviceFor(what: string | undefined, folder: string): string {
  if (what === 'desktop app') return 'The Lectern application has this data folder open. Use its own window.';
  if (what === 'server')
    return `The Lectern that has ${folder} open serves no window. Start it with "${PROGRAM} serve --gui".`;
  return `No Lectern has ${folder} open. Start it with "${PROGRAM} serve --gui", or name its folder with --data.`;
}
