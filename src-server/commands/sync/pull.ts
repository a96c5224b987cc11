import type { Terminal } from '../terminal.ts';
import type { CoreOptions } from '../with-core.ts';
import { SYNC_EXIT } from './exit-codes.ts';
import { count } from './remotes.ts';
import { callSync } from './sync-call.ts';

type PullOptions = CoreOptions & { readonly full: boolean; readonly project: readonly string[] };

/** `pull [NAME]`: answers numbers; ends with 9 when there are conflicts. @throws Problem */
export async function pull(
  { full, project: projects, ...options }: PullOptions,
  name: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const input = { full, projects, ...(name !== undefined && { name }) };
  const { done, notes, ...pulled } = await callSync('pull', input, options, terminal);
  for (const note of notes) terminal.log(note);
  terminal.answer(pulled, [
    `Pulled ${count(pulled.projects, 'project')} of ${pulled.remote} with ${count(pulled.requests, 'request')}.`,
    `${count(pulled.incoming, 'change')} came here, ${pulled.outgoing} to send, ${count(pulled.conflicts, 'conflict')}.`,
  ]);
  if (!done) return SYNC_EXIT.failed;
  return pulled.conflicts > 0 ? SYNC_EXIT.conflicts : SYNC_EXIT.done;
}
