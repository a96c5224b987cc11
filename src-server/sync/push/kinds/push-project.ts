import { projectSlug } from '../../../model/base/slug.ts';
import type { RemoteObject } from '../../../model/sync/link.ts';
import { redirectMoves, sameOrder } from '../../../model/sync/redirect-order.ts';
import { type Fields, REDIRECT_ORDER, sameValue } from '../../../model/sync/sync-fields.ts';
import { servicePath } from '../../client/service-address.ts';
import { type KindPush, RefusedStep, type Sight, type StepWork } from '../push-context.ts';
import { bodyOf, creationBodyOf } from '../request-bodies.ts';
import { withOrder } from '../service-objects.ts';
import { checkStep } from './check-object.ts';

/** Pushes the fields of a project and the order of its redirects; creates a project where that was chosen. */
export const pushProject: KindPush = {
  async look({ objects, record: { step }, target: { project } }) {
    const slug = project.remoteKey === null ? projectSlug(String(step.to?.name ?? '')) : project.address;
    const there = slug === '' ? null : await objects.project(slug);
    // Before it is created, what has its name may be a stranger's, whose redirects nobody else may read.
    const isNew = project.remoteKey === null;
    if (!there || isNew || step.to?.[REDIRECT_ORDER] === undefined) return { there, siblings: [] };
    const { keys: order } = await objects.redirects(slug);
    return { there: withOrder(there, order), siblings: [], order };
  },

  async check(work, { there }) {
    const { services, actor, objects, runId, record, target, wasSent } = work;
    if (target.project.remoteKey !== null) {
      if (there?.key !== target.project.remoteKey) throw new RefusedStep(NOT_YOURS);
      return wasSent && isOnTheWay(work, there) ? 'write' : checkStep(work, there);
    }
    const found = there && services.sync.adoptable(actor, runId, record.number, [there]);
    // A stranger's project may have the same repository.
    const isOwn = found && (await objects.maintains(found.address, found.key));
    if (!found || !isOwn || wasSent) return 'write';
    services.sync.confirmStep(actor, runId, record.number, found, { adopted: true });
    return 'ended';
  },

  async write(work, { there, order = [] }, sent) {
    const { client, record, target } = work;
    const { step } = record;
    if (target.project.remoteKey === null) return create(work, there, sent);
    const path = ['projects', target.project.address];
    const body = bodyOf(step.to ?? {});
    if (Object.keys(body).length > 0) {
      await client.patch(servicePath(...path), body);
      sent();
    }
    for (const { key, position } of redirectMoves(order, orderIn(step.to))) {
      await client.patch(servicePath(...path, 'redirects', key), { position });
      sent();
    }
    return null;
  },
};

const NOT_YOURS =
  'The service has no such project any more, or another one has its address. Pull to see what is there now.';

/** Creates a project, then sends the fields that a creation does not take. One whose answer was lost is completed. */
async function create(work: StepWork, there: RemoteObject | null, sent: () => void): Promise<RemoteObject> {
  const { client, objects, record, services, actor, runId } = work;
  const fields = record.step.to ?? {};
  const known =
    work.wasSent && there ? services.sync.adoptable(actor, runId, record.number, [there]) : undefined;
  let made = known;
  if (!made) {
    const { json } = await client.post(servicePath('projects'), creationBodyOf(fields));
    sent();
    made = (await objects.project(slugIn(json))) ?? undefined;
    if (!made) throw new RefusedStep('The service made the project and does not show it. Pull to see it.');
  }
  const missing = Object.entries(fields).filter(([name, value]) => !sameValue(made.fields[name], value));
  const body = bodyOf(Object.fromEntries(missing));
  if (Object.keys(body).length > 0) await client.patch(servicePath('projects', made.address), body);
  return (await objects.project(made.address)) ?? made;
}

function slugIn(json: unknown): string {
  return typeof json === 'object' && json !== null && 'slug' in json ? String(json.slug) : '';
}

/** Returns whether the order there is one that the interrupted moves of this step pass through. */
function isOnTheWay({ record: { step } }: StepWork, there: Sight['there']): boolean {
  const now = orderIn(there?.fields ?? null);
  const wanted = orderIn(step.to);
  if (wanted.length === 0) return false;
  return ordersDuring(orderIn(step.from), wanted).some((order) => sameOrder(order, now));
}

/** Returns the orders that redirects pass through while they are moved one by one, from the first to the last. */
function ordersDuring(there: readonly number[], wanted: readonly number[]): number[][] {
  const orders = [[...there]];
  for (const { key, position } of redirectMoves(there, wanted)) {
    const rest = (orders.at(-1) ?? []).filter((other) => other !== key);
    orders.push(rest.toSpliced(position, 0, key));
  }
  return orders;
}

function orderIn(fields: Fields | null): number[] {
  const order = fields?.[REDIRECT_ORDER];
  return Array.isArray(order) ? order.map(Number) : [];
}
