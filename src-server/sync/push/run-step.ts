import type { RemoteObject } from '../../model/sync/link.ts';
import type { SyncKind } from '../../model/sync/sync-fields.ts';
import { ServiceFailure } from '../client/service-failure.ts';
import { startBuild } from './kinds/push-build.ts';
import { pushProject } from './kinds/push-project.ts';
import { pushRedirect } from './kinds/push-redirect.ts';
import { pushSubproject } from './kinds/push-subproject.ts';
import { pushVariable } from './kinds/push-variable.ts';
import { pushVersion } from './kinds/push-version.ts';
import { type KindPush, RefusedStep, type Sight, type StepWork } from './push-context.ts';

const KINDS: Readonly<Record<SyncKind, KindPush>> = {
  project: pushProject,
  version: pushVersion,
  redirect: pushRedirect,
  variable: pushVariable,
  subproject: pushSubproject,
};
/** How often a write is tried whose answer never comes. Before each try it is read whether it happened. */
const ATTEMPTS = 3;

/**
 * Carries out one step: looks, compares, sends, and looks again. A lost answer leaves the step uncertain until the object
 * was read again. @throws ServiceFailure when the service cannot be reached; the step can be resumed then
 */
export async function runStep(work: StepWork): Promise<void> {
  const { kind } = work.record.step;
  if (kind === 'build') return startBuild(work);
  let { wasSent } = work;
  for (let attempt = 1; ; attempt += 1) {
    const lost = await tryStep({ ...work, wasSent }, KINDS[kind]);
    if (!lost) return;
    mark(work, 'uncertain', lost.message);
    if (attempt === ATTEMPTS) throw lost;
    wasSent = true;
  }
}

/** Returns the failure that left open whether the step was carried out; undefined when the step has ended. */
async function tryStep(work: StepWork, kind: KindPush): Promise<ServiceFailure | undefined> {
  try {
    const sight = await kind.look(work);
    if ((await kind.check(work, sight)) === 'ended') return undefined;
    return await send(work, kind, sight);
  } catch (error) {
    if (!(error instanceof RefusedStep)) throw error;
    mark(work, 'refused', error.message);
    return undefined;
  }
}

async function send(work: StepWork, kind: KindPush, sight: Sight): Promise<ServiceFailure | undefined> {
  mark(work, 'sent');
  let isPartlySent = work.wasSent;
  let made: RemoteObject | number | null;
  try {
    made = await kind.write(work, sight, () => {
      isPartlySent = true;
    });
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    if (error.mayHaveHappened) return error;
    if (isRefusal(error)) throw new RefusedStep(error.message);
    // It surely never left; nothing has to be found out about it.
    if (!isPartlySent) mark(work, 'planned', error.message);
    throw error;
  }
  await confirm(work, kind, made);
  return undefined;
}

/** Reads what the step has left there, and moves base. */
async function confirm(work: StepWork, kind: KindPush, made: RemoteObject | number | null): Promise<void> {
  const { services, actor, runId, record } = work;
  const { step, number } = record;
  const sight = await kind.look(work);
  const after = leftBy(work, sight, made);
  if (after || step.action === 'delete') {
    services.sync.confirmStep(actor, runId, number, after, { order: sight.order });
  } else if (step.action === 'update') {
    services.sync.checkStep(actor, runId, number, null);
  } else {
    mark(
      work,
      'refused',
      'The service answered that it made this, and does not show it. Pull to see what it has.',
    );
  }
}

/** Returns the object that a step created or changed, as the service shows it now. */
function leftBy(
  { services, actor, runId, record }: StepWork,
  { there, siblings }: Sight,
  made: RemoteObject | number | null,
): RemoteObject | null {
  if (made === null)
    return record.step.action === 'create'
      ? (services.sync.adoptable(actor, runId, record.number, siblings) ?? null)
      : there;
  const key = typeof made === 'number' ? made : made.key;
  const shown = siblings.find((sibling) => sibling.key === key);
  return shown ?? (typeof made === 'number' ? null : made);
}

/** Whether the service looked at the request and said no. */
function isRefusal({ kind }: ServiceFailure): boolean {
  return kind === 'refused' || kind === 'not-allowed' || kind === 'missing';
}

function mark(
  { services, actor, runId, record }: StepWork,
  state: 'planned' | 'sent' | 'refused' | 'uncertain',
  answer?: string,
): void {
  services.sync.markStep(actor, runId, record.number, state, answer);
}
