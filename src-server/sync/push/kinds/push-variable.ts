import type { RemoteObject } from '../../../model/sync/link.ts';
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
    if (work.wasSent) return 'write';
    throw new RefusedStep(
      `The service has another variable “${String(replacement.fields.name)}”. Pull, then push again.`,
    );
  },

  async write(work, sight, sent) {
    const { client, record, target } = work;
    const path = ['projects', target.project.address, 'environmentvariables'];
    const old = servicePath(...path, target.link?.remoteKey ?? 0);
    if (record.step.action === 'delete') {
      await client.delete(old);
      return null;
    }
    const replacement = replacementIn(work, sight);
    const key = replacement?.key ?? (await create(work, servicePath(...path)));
    if (record.step.action === 'update') {
      sent();
      if (sight.there) await client.delete(old);
    }
    return key;
  },
};

/** Returns the variable that an interrupted change has added already. */
function replacementIn({ services, actor, runId, record }: StepWork, { siblings }: Sight) {
  if (record.step.action !== 'update') return undefined;
  return services.sync.adoptable(actor, runId, record.number, siblings) satisfies RemoteObject | undefined;
}

async function create({ services, actor, client, record }: StepWork, path: string): Promise<number | null> {
  const value = await services.sync.variableValue(actor, record.step.localId);
  if (value === undefined)
    throw new RefusedStep(
      'Its value is not known here, and the service needs one. Type it, then push again.',
    );
  const { json } = await client.post(path, { ...bodyOf(record.step.to ?? {}), value });
  return keyIn(json);
}
