import { Problem } from '../../model/base/problems.ts';
import type { Link } from '../../model/sync/link.ts';
import type { StepRecord } from '../../model/sync/sync-run.ts';
import { RunCut } from '../run-end.ts';
import { mayBeSent, type PushContext, type PushInput } from './push-context.ts';
import { runStep } from './run-step.ts';
import { createServiceObjects, type ServiceObjects } from './service-objects.ts';

export type PushOptions = {
  /** Asked between two steps; a write is never cut. */
  readonly isStopping?: () => boolean;
  /** Called after each step with its number. */
  readonly onStep?: (number: number) => void;
};

const STOPPED = 'Stopped. Resume it to send the rest.';

/** How a push ended. `paused`: it can be resumed. */
export type PushResult = { readonly state: 'done' | 'paused'; readonly outcome: string };

/**
 * Carries out the steps of a run that have not ended, in their order, then ends the run. Pauses it when the service cannot
 * be reached or the push is stopped; nothing is lost then.
 */
export async function runPush(
  input: PushInput,
  runId: number,
  { isStopping = () => false, onStep }: PushOptions = {},
): Promise<PushResult> {
  const { services, actor, client, service, clock } = input;
  const context = { ...input, objects: createServiceObjects(client, service, clock) };
  const findReason = projectCheck(context.objects);
  const { steps } = services.sync.run(actor, runId);
  for (const record of steps.filter(isOpen)) {
    if (isStopping()) return pause(context, runId, STOPPED);
    try {
      await carryOut(context, runId, record, findReason);
    } catch (error) {
      if (error instanceof RunCut) return pause(context, runId, STOPPED);
      if (error instanceof Problem) return pause(context, runId, error.message);
      pause(context, runId, 'Lectern failed while it pushed. Resume it to send the rest.');
      throw error;
    }
    onStep?.(record.number);
  }
  const outcome = outcomeOf(services.sync.run(actor, runId).steps);
  services.sync.noteCursor(actor, runId, null, { requests: client.requests() });
  await services.sync.finishRun(actor, runId, 'done', outcome);
  return { state: 'done', outcome };
}

function isOpen({ state }: StepRecord): boolean {
  return state === 'planned' || mayBeSent(state);
}

/** Carries out one step of a project that the token still maintains. */
async function carryOut(
  context: PushContext,
  runId: number,
  record: StepRecord,
  findReason: ProjectCheck,
): Promise<void> {
  const { services, actor } = context;
  const target = services.sync.target(actor, record.step);
  const reason = await findReason(record, target.project);
  if (reason !== undefined) {
    services.sync.markStep(actor, runId, record.number, 'refused', reason);
    return;
  }
  await runStep({ ...context, runId, record, target, wasSent: mayBeSent(record.state) });
}

type ProjectCheck = (record: StepRecord, project: Link) => Promise<string | undefined>;

/**
 * Asks once for each project whether its address still answers this project as one that the token may change: lists of one
 * that is gone, or of a stranger's, look like empty ones.
 */
function projectCheck(objects: ServiceObjects): ProjectCheck {
  const reasons = new Map<number, string | undefined>();
  return async ({ step }, project) => {
    if (project.remoteKey === null)
      return step.kind === 'project' ? undefined : 'Its project is not on the service. Create that first.';
    if (!reasons.has(project.id)) {
      const isOwn = await objects.maintains(project.address, project.remoteKey);
      reasons.set(project.id, isOwn ? undefined : NOT_YOURS);
    }
    return reasons.get(project.id);
  };
}

const NOT_YOURS =
  'The service has no such project any more, or it is no longer yours to change. Pull to see what is there now.';

function pause({ services, actor, client }: PushInput, runId: number, outcome: string): PushResult {
  services.sync.noteCursor(actor, runId, null, { requests: client.requests() });
  services.sync.pauseRun(actor, runId, outcome);
  return { state: 'paused', outcome };
}

function outcomeOf(steps: readonly StepRecord[]): string {
  const confirmed = steps.filter(({ state }) => state === 'confirmed').length;
  const others = steps.length - confirmed;
  const done = `${confirmed} of ${steps.length} ${steps.length === 1 ? 'change' : 'changes'} sent.`;
  return others === 0 ? done : `${done} The others say why they were not.`;
}
