import { z } from 'zod';
import { NotFound } from '../../model/base/problems.ts';
import { FAULT_PRESET_NAMES } from '../../model/faults/fault-presets.ts';
import { type Fault, FaultRule } from '../../model/faults/fault-rule.ts';
import { checkBody } from './check-body.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

const Preset = z.strictObject({
  preset: z.enum(FAULT_PRESET_NAMES, { error: `This is one of ${FAULT_PRESET_NAMES.join(', ')}.` }),
});

/** Lists, adds, replaces and removes fault rules. */
export const faultRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: 'faults/',
    run: ({ services, actor }) => ({ results: services.faults.list(actor).map(faultView) }),
  }),
  controlRoute({
    method: 'POST',
    path: 'faults/',
    body: z.unknown(),
    status: 201,
    run({ services, actor, body }) {
      if (isPreset(body)) {
        const { preset } = checkBody(Preset, body);
        return { results: services.faults.addPreset(actor, preset).map(faultView) };
      }
      return services.faults.add(actor, checkBody(FaultRule, body)).map(faultView)[0];
    },
  }),
  controlRoute({
    method: 'PUT',
    path: 'faults/:id',
    body: FaultRule,
    run: ({ services, actor, param, body }) =>
      faultView(services.faults.replace(actor, idOf(param('id')), body)),
  }),
  controlRoute({
    method: 'DELETE',
    path: 'faults/:id',
    run: ({ services, actor, param }) => services.faults.remove(actor, idOf(param('id'))),
  }),
  controlRoute({
    method: 'DELETE',
    path: 'faults/',
    run: ({ services, actor }) => services.faults.clear(actor),
  }),
];

function isPreset(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'preset' in body;
}

/** @throws NotFound */
function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new NotFound('There is no such fault rule.');
  return Number(text);
}

function faultView({ id, rule, isOn, isOver, isPinned, matched, played }: Fault) {
  return { id, ...rule, on: isOn, over: isOver, pinned: isPinned, matched, played };
}
