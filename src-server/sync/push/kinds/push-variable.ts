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

/** Returns the variable that an interrupted change has added already: one of its name that nothing is linked with. */
function replacementIn(work: StepWork, { siblings }: Sight): RemoteObject | undefined {
  const { services, actor, record, target } = work;
  if (record.step.action !== 'update') return undefined;
  const { links } = services.sync.localProject(actor, target.project.localId);
  const linked = new Set(links.flatMap(({ kind, remoteKey }) => (kind === 'variable' ? [remoteKey] : [])));
  const name = record.step.to?.name ?? target.link?.base?.name;
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
