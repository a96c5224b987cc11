import type { RemoteObject } from '../../../model/sync/link.ts';
import type { Step } from '../../../model/sync/plan.ts';
import { servicePath } from '../../client/service-address.ts';
import { type KindPush, RefusedStep, type Sight, type StepWork } from '../push-context.ts';
import { bodyOf } from '../request-bodies.ts';
import { keyIn } from '../service-objects.ts';
import { checkObject, checkStep } from './check-object.ts';

/** Pushes variables. The service changes none, so a change adds the new one, then deletes the old one. */
export const pushVariable: KindPush = {
  async look({ objects, target: { link, project } }) {
    const { objects: siblings } = await objects.variables(project.address);
    return { there: siblings.find(({ key }) => key === link?.remoteKey) ?? null, siblings };
  },

  async check(work, sight) {
    if (work.record.step.action !== 'update') return checkObject(work, sight);
    const replacement = replacementIn(work, sight);
    if (!replacement) return checkStep(work, sight.there);
    if (work.wasSent || givenUp(work)) return 'write';
    throw new RefusedStep(
      `The service has another variable “${String(replacement.fields.name)}”. Pull, then push again.`,
    );
  },

  async write(work, sight, sent) {
    const { client, record, target } = work;
    const path = ['projects', target.project.address, 'environmentvariables'];
    const old = servicePath(...path, target.link?.remoteKey ?? 0);
    const earlier = givenUp(work);
    const left = replacementIn(work, sight, earlier);
    // What a change that was given up has added has another value than the one of now.
    const isLeftOver = left !== undefined && earlier !== undefined && earlier.id !== record.step.id;
    if (isLeftOver) await client.delete(servicePath(...path, left.key));
    if (record.step.action === 'delete') {
      await client.delete(old);
      return null;
    }
    const key = (isLeftOver ? undefined : left?.key) ?? (await create(work, servicePath(...path)));
    if (record.step.action === 'update') {
      sent();
      if (sight.there) await client.delete(old);
    }
    return key;
  },
};

/** Returns the change of this variable that an earlier push began, and that was given up before its end. */
function givenUp({ services, actor, runId, target: { link } }: StepWork): Step | undefined {
  return link ? services.sync.givenUp(actor, runId, link.id) : undefined;
}

/** Returns the variable that an interrupted change has added already: one of its name that nothing is linked with. */
function replacementIn(
  work: StepWork,
  { siblings }: Sight,
  change = work.record.step,
): RemoteObject | undefined {
  const { services, actor, target } = work;
  if (change.action !== 'update') return undefined;
  const { links } = services.sync.localProject(actor, target.project.localId);
  const linked = new Set(links.flatMap(({ kind, remoteKey }) => (kind === 'variable' ? [remoteKey] : [])));
  const name = change.to?.name ?? target.link?.base?.name;
  return siblings.find(({ key, fields }) => fields.name === name && !linked.has(key));
}

async function create(work: StepWork, path: string): Promise<number | null> {
  const { services, actor, client, record, target } = work;
  const value = await services.sync.variableValue(actor, record.step.localId);
  if (value === undefined)
    throw new RefusedStep(
      'Its value is not known here, and the service needs one. Type it, then push again.',
    );
  const { json } = await client.post(path, {
    // One that is changed is sent whole, since another takes its place.
    ...bodyOf({ ...target.link?.base, ...record.step.to }),
    value,
  });
  return keyIn(json);
}
