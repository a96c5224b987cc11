import type { Json } from '../../model/builds/build.ts';
import type { PushSummary, StepSummary } from '../../model/sync/operations.ts';
import type { Terminal } from '../terminal.ts';
import type { CoreOptions } from '../with-core.ts';
import { SYNC_EXIT } from './exit-codes.ts';
import { count } from './remotes.ts';
import { callSync } from './sync-call.ts';

type ChangesOptions = CoreOptions & { readonly project: readonly string[] };
type PushOptions = ChangesOptions & {
  readonly only: readonly string[];
  readonly 'dry-run': boolean;
  readonly yes: boolean;
};

/** `changes [NAME]`: lists the steps of a push; ends with 10 when there are some. @throws Problem */
export async function changes(
  { project: projects, ...options }: ChangesOptions,
  name: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const plan = await callSync('changes', { projects, ...named(name) }, options, terminal);
  return answerPlan(plan, terminal);
}

/** `push [NAME]`: sends the steps after a question; ends with 9 for conflicts, 1 when one was not done. @throws Problem */
export async function push(
  { project: projects, only, 'dry-run': isDry, yes, ...options }: PushOptions,
  name: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const plan = await callSync('changes', { projects, ...named(name) }, options, terminal);
  const chosen = only.length === 0 ? plan.steps : plan.steps.filter(({ id }) => only.includes(id));
  const unknown = only.filter((id) => !plan.steps.some((step) => step.id === id));
  for (const id of unknown) terminal.log(`There is no step ${id}; "changes" lists them.`);
  if (unknown.length > 0) return SYNC_EXIT.failed;
  if (isDry) return answerPlan({ ...plan, steps: chosen }, terminal);
  if (chosen.length > 0 && !yes && !(await isConfirmed(chosen, plan.remote, terminal))) {
    terminal.log('Nothing was sent.');
    return SYNC_EXIT.failed;
  }
  // Exactly what was shown is sent: a change made meanwhile waits for the next push.
  const sent = await callSync(
    'push',
    { projects, only: chosen.map(({ id }) => id), ...named(name) },
    options,
    terminal,
  );
  return answerPush(sent, terminal);
}

function answerPlan({ remote, steps, held, conflicts }: PushSummary, terminal: Terminal): number {
  for (const { project, kind, key, reason } of held)
    terminal.log(`${project}: ${kind} ${key} stays here. ${reason}`);
  if (conflicts > 0)
    terminal.log(`${count(conflicts, 'conflict')} of ${remote} wait; "conflicts" lists them.`);
  const none = [`Nothing is to be sent to ${remote}.`];
  terminal.answer({ remote, steps }, steps.length === 0 ? none : steps.flatMap(linesOf));
  return steps.length > 0 ? SYNC_EXIT.changes : SYNC_EXIT.done;
}

function answerPush({ remote, steps, conflicts, done, notes }: PushSummary, terminal: Terminal): number {
  for (const note of notes) terminal.log(note);
  terminal.answer({ remote, steps }, [
    ...steps.flatMap(linesOf),
    steps.length === 0 ? `Nothing was to be sent to ${remote}.` : `Sent to ${remote}: ${summary(steps)}.`,
  ]);
  if (conflicts > 0) return SYNC_EXIT.conflicts;
  return done ? SYNC_EXIT.done : SYNC_EXIT.failed;
}

async function isConfirmed(
  steps: readonly StepSummary[],
  remote: string,
  terminal: Terminal,
): Promise<boolean> {
  for (const line of steps.flatMap(linesOf)) terminal.log(line);
  const typed = await terminal.ask(`Send ${count(steps.length, 'change')} to ${remote}? Type yes: `);
  return typed?.trim().toLowerCase() === 'yes';
}

function linesOf({
  id,
  project,
  kind,
  key,
  action,
  from,
  to,
  effects,
  state,
  answer,
}: StepSummary): string[] {
  const done = state === undefined ? '' : `  ${state}`;
  const fields = [...new Set([...Object.keys(asObject(from)), ...Object.keys(asObject(to))])].map(
    (field) => `    ${field}: ${shown(asObject(from)[field])} → ${shown(asObject(to)[field])}`,
  );
  const notes = [...effects, ...(answer ? [answer] : [])].map((effect) => `    ${effect}`);
  return [`${id}  ${action} ${kind} ${key} of ${project}${done}`, ...fields, ...notes];
}

function summary(steps: readonly StepSummary[]): string {
  const numbers = new Map<string, number>();
  for (const { state = 'planned' } of steps) numbers.set(state, (numbers.get(state) ?? 0) + 1);
  return [...numbers].map(([state, number]) => `${number} ${state}`).join(', ');
}

function asObject(value: Json | null): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)
    : {};
}

function shown(value: Json | undefined): string {
  return value === undefined ? '–' : JSON.stringify(value);
}

function named(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name };
}
