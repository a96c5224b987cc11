import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { NewSnapshot, type Snapshot, START_SNAPSHOT } from '../../model/snapshots/snapshot.ts';
import { type ControlRequest, type ControlRoute, controlRoute } from './control-route.ts';

const Reset = z.strictObject({
  snapshot: z
    .string({ error: 'This is the name of a snapshot.' })
    .min(1, 'Name a snapshot, or leave this out for the state at the start.')
    .optional(),
});

/** Resets, and everything about snapshots. */
export const snapshotRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: 'reset',
    body: Reset,
    async run(request) {
      const answer = await restore(request, request.body.snapshot ?? START_SNAPSHOT);
      request.services.clock.release(request.actor);
      request.services.faults.clear(request.actor);
      return answer;
    },
  }),
  controlRoute({
    method: 'GET',
    path: 'snapshots/',
    run: ({ services, actor }) => ({ results: services.snapshots.list(actor).map(snapshotView) }),
  }),
  controlRoute({
    method: 'POST',
    path: 'snapshots/',
    body: NewSnapshot,
    status: 201,
    run: async ({ services, actor, body }) => snapshotView(await services.snapshots.take(actor, body)),
  }),
  controlRoute({
    method: 'POST',
    path: 'snapshots/:name/restore',
    body: z.strictObject({}),
    run: (request) => restore(request, request.param('name')),
  }),
  controlRoute({
    method: 'DELETE',
    path: 'snapshots/:name',
    run: ({ services, actor, param }) => services.snapshots.remove(actor, param('name')),
  }),
];

async function restore({ services, actor }: ControlRequest<unknown>, name: string) {
  const start = performance.now();
  const { snapshot } = await services.snapshots.restore(actor, name, { safetyCopy: false });
  const ms = Math.round(performance.now() - start);
  return { snapshot, ms, request: services.requests.isOn() ? await services.requests.lastId(actor) : null };
}

function snapshotView({ name, note, kind, takenAt, bytes, counts }: Snapshot) {
  return { name, note, kind, taken: formatTimestamp(takenAt), bytes, counts };
}
