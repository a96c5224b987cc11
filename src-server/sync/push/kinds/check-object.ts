import type { Sight, StepWork, Verdict } from '../push-context.ts';

/**
 * Decides about a step on an object of a list: a creation adopts an equal object that nothing is linked with, also one
 * whose answer was lost; every other step wants the object as both sides last agreed on it.
 */
export async function checkObject(work: StepWork, { there, siblings, order }: Sight): Promise<Verdict> {
  const { services, actor, runId, record, target } = work;
  if (record.step.action !== 'create' || target.link?.remoteKey != null) return checkStep(work, there);
  const found = services.sync.adoptable(actor, runId, record.number, siblings);
  if (!found) return 'write';
  services.sync.confirmStep(actor, runId, record.number, found, {
    adopted: !work.wasSent,
    order,
  });
  return 'ended';
}

/** Compares an object with what a step expects; ends the step unless it is to be sent. */
export function checkStep({ services, actor, runId, record }: StepWork, there: Sight['there']): Verdict {
  return services.sync.checkStep(actor, runId, record.number, there) === 'send' ? 'write' : 'ended';
}
