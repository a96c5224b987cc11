import { UsageError } from '../command-line.ts';
import { formatColumns, type Terminal } from '../terminal.ts';
import type { CoreOptions } from '../with-core.ts';
import { callSync } from './sync-call.ts';

type AddOptions = CoreOptions & {
  readonly kind: 'community' | 'business' | 'lectern' | undefined;
  readonly 'token-stdin': boolean;
};

/** `remote add NAME URL --token-stdin`: tries the token before it is kept. @throws Problem */
export async function addRemote(
  { kind, 'token-stdin': fromStdin, ...options }: AddOptions,
  name: string,
  address: string,
  terminal: Terminal,
): Promise<number> {
  if (!fromStdin)
    throw new UsageError(
      'Give --token-stdin and the token on standard input, so that no other program on this computer can see it.',
    );
  const token = (await terminal.ask(''))?.trim() ?? '';
  if (token === '') throw new UsageError('There is no token on standard input.');
  const added = await callSync(
    'remote-add',
    { name, address, token, ...(kind && { kind }) },
    options,
    terminal,
  );
  terminal.answer(added, [
    `Connected ${added.name} to ${added.address} as ${added.username ?? 'an unknown account'}.`,
    `It maintains ${count(added.projects, 'project')}. "pull ${added.name}" brings them here.`,
  ]);
  return 0;
}

/** `remote list`. @throws Problem */
export async function listRemotes(options: CoreOptions, terminal: Terminal): Promise<number> {
  const { remotes } = await callSync('remote-list', {}, options, terminal);
  const rows = remotes.map((remote) => [
    remote.name,
    remote.username ?? '?',
    remote.address,
    remote.lastPull ?? 'never',
    String(remote.linked),
    `↑${remote.outgoing} !${remote.conflicts}`,
  ]);
  terminal.answer(
    { remotes },
    rows.length === 0
      ? ['No account is connected. "remote add NAME URL --token-stdin" connects one.']
      : formatColumns([['NAME', 'ACCOUNT', 'ADDRESS', 'LAST PULL', 'PROJECTS', 'CHANGES'], ...rows]),
  );
  return 0;
}

/** `remote remove NAME`. @throws Problem */
export async function removeRemote(options: CoreOptions, name: string, terminal: Terminal): Promise<number> {
  const removed = await callSync('remote-remove', { name }, options, terminal);
  terminal.answer(removed, [`Disconnected ${name}. Its projects stay here as local ones.`]);
  return 0;
}

/** `remote build SLUG VERSION [--drop]`. @throws Problem */
export async function requestBuild(
  { drop, ...options }: CoreOptions & { readonly drop: boolean },
  project: string,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const asked = await callSync('remote-build', { project, version, wanted: !drop }, options, terminal);
  terminal.answer(asked, [
    drop
      ? `No build of ${version} of ${project} is asked for any more.`
      : `Asked for a build of ${version} of ${project} on ${asked.remote}. "push ${asked.remote}" starts it.`,
  ]);
  return 0;
}

/** Returns a number with its noun. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
