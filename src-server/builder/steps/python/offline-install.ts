import { OFFLINE_NOTE } from '../../../model/builds/build-note.ts';
import { readRequirements } from '../../kept/requirement-files.ts';
import type { CommandResult } from '../../process/run-command.ts';
import type { BuildContext } from '../../queue/build-context.ts';
import { offlineNote } from '../missing-tool.ts';
import { indexOfBuild } from './index-of-build.ts';

/** How an install runs where the index may not answer. */
export type InstallSettings = {
  readonly env: Readonly<Record<string, string>>;
  readonly note: (end: CommandResult) => string | undefined;
};

/** pip and uv then install what they have, and fail at once where that is not enough, in place of asking again and again. */
const WITHOUT_INDEX = { PIP_NO_INDEX: '1', UV_OFFLINE: '1' };

/**
 * Returns how to run an install: without the index when nothing answers there, and with the folders that the settings
 * name as further indexes. Requirement files may name others.
 */
export async function installSettings(
  { env, stop, folders }: BuildContext,
  args: readonly string[],
): Promise<InstallSettings> {
  const { host, answers } = await indexOfBuild(env, stop);
  const online = { env: {}, note: offlineNote };
  if (answers) return online;
  const files = args.filter((_, at) => args[at - 1] === '-r');
  if (files.length > 0 && (await readRequirements(folders.checkout, files)).hasIndexes) return online;
  const folderIndexes = (env.PIP_EXTRA_INDEX_URL ?? '')
    .split(/\s+/)
    .filter((each) => each.startsWith('file:'));
  const without = folderIndexes.length > 0 ? withFolders(folderIndexes) : WITHOUT_INDEX;
  const how = Object.entries(without).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
  const told = `Lectern: ${host} does not answer, so this command was told to do without it (${how.join(', ')}).`;
  return { env: without, note: ({ exitCode }) => (exitCode === 0 ? told : `${told}\n${OFFLINE_NOTE}`) };
}

/** Indexes in folders need no network. They replace the one that does not answer, which would be asked first. */
function withFolders([first = '', ...others]: readonly string[]): Readonly<Record<string, string>> {
  const more = others.join(' ');
  return {
    ...{ PIP_INDEX_URL: first, PIP_EXTRA_INDEX_URL: more },
    ...{ UV_DEFAULT_INDEX: first, UV_EXTRA_INDEX_URL: more },
  };
}
