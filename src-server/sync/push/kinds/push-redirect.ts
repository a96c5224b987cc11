import { placeOf } from '../../../model/sync/redirect-order.ts';
import { servicePath } from '../../client/service-address.ts';
import type { KindPush, StepWork } from '../push-context.ts';
import { bodyOf } from '../request-bodies.ts';
import { keyIn } from '../service-objects.ts';
import { checkObject } from './check-object.ts';

/** Pushes redirects. One is always sent with its position, since the service puts others in front. */
export const pushRedirect: KindPush = {
  async look({ objects, target: { link, project } }) {
    const { objects: siblings, keys: order } = await objects.redirects(project.address);
    return { there: siblings.find(({ key }) => key === link?.remoteKey) ?? null, siblings, order };
  },

  check: checkObject,

  async write(work, { order = [] }) {
    const { client, record, target } = work;
    const { step } = record;
    const path = ['projects', target.project.address, 'redirects'];
    if (step.action === 'create') {
      const position = positionOf(work, order);
      const { json } = await client.post(servicePath(...path), { ...bodyOf(step.to ?? {}), position });
      return keyIn(json);
    }
    const key = target.link?.remoteKey ?? 0;
    const at = servicePath(...path, key);
    if (step.action === 'delete') await client.delete(at);
    else {
      await client.patch(at, { ...bodyOf(step.to ?? {}), position: order.indexOf(key) });
    }
    return null;
  },
};

/** Returns the place of a redirect that is created: behind its nearest neighbour here that the service has. */
function positionOf({ services, actor, record, target }: StepWork, there: readonly number[]): number {
  const { objects, links } = services.sync.localProject(actor, target.project.localId);
  const redirectLinks = links.filter(({ kind }) => kind === 'redirect');
  const keys = new Map(redirectLinks.map(({ localId, remoteKey }) => [localId, remoteKey]));
  const ids = objects.flatMap(({ kind, id }) => (kind === 'redirect' ? [id] : []));
  const local = ids.map((id) => keys.get(id) ?? null);
  return placeOf(ids.indexOf(record.step.localId), local, there);
}
