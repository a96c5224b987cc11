import type { ConflictSummary } from '../../model/sync/operations.ts';
import type { Terminal } from '../terminal.ts';
import type { CoreOptions } from '../with-core.ts';
import { SYNC_EXIT } from './exit-codes.ts';
import { count } from './remotes.ts';
import { callSync } from './sync-call.ts';

/** `conflicts [NAME]`: ends with 9 when there are some. @throws Problem */
export async function listConflicts(
  options: CoreOptions,
  name: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const input = name === undefined ? {} : { name };
  const { remote, conflicts } = await callSync('conflicts', input, options, terminal);
  const none = [`Nothing was changed on both sides of ${remote}.`];
  terminal.answer({ conflicts }, conflicts.length === 0 ? none : conflicts.flatMap(linesOf));
  return conflicts.length > 0 ? SYNC_EXIT.conflicts : SYNC_EXIT.done;
}

/** `resolve ID mine|theirs`. @throws Problem */
export async function resolveConflict(
  options: CoreOptions,
  id: string,
  choice: 'mine' | 'theirs',
  terminal: Terminal,
): Promise<number> {
  const answer = await callSync('resolve', { id, choice }, options, terminal);
  const kept =
    choice === 'mine'
      ? 'The value here stays, and the next push sends it.'
      : 'The value of the service is taken.';
  terminal.answer(answer, [`Resolved ${count(answer.resolved, 'conflict')}. ${kept}`]);
  return SYNC_EXIT.done;
}

function linesOf({ id, kind, key, project, field, base, mine, theirs }: ConflictSummary): string[] {
  const what = field === null ? `${kind} ${key} was deleted on one side` : `${field} of ${kind} ${key}`;
  const values = [
    ['before', base],
    ['mine', mine],
    ['theirs', theirs],
  ] as const;
  return [
    `${id}  ${what}, project ${project}`,
    ...values.map(([side, value]) => `    ${side}: ${value === null ? 'none' : JSON.stringify(value)}`),
  ];
}
