import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { FAULT_PRESET_NAMES } from '../../model/faults/fault-presets.ts';
import { FaultRule } from '../../model/faults/fault-rule.ts';
import { change, procedure, router } from '../procedure.ts';

const ById = z.object({ id: z.int().positive() });
/** A rule as it was typed; the model's schema says what is wrong with which field. */
const Rule = z.object({ rule: z.unknown() });

/** Rules by which requests are answered wrongly. */
export const faultsRouter = router({
  /** Lists the rules in the order in which they are tried, with how often each matched and was played. */
  list: procedure.query(({ ctx: { services, actor } }) => services.faults.list(actor)),

  /** Returns the names of those that are on, for everyone at the window. */
  namesOn: procedure.query(({ ctx: { services } }) => services.faults.namesOn()),

  add: procedure
    .input(Rule)
    .mutation(
      change(({ ctx: { services, actor }, input: { rule } }) =>
        services.faults.add(actor, parseBody(FaultRule, rule)),
      ),
    ),
  addPreset: procedure
    .input(z.object({ preset: z.enum(FAULT_PRESET_NAMES) }))
    .mutation(
      change(({ ctx: { services, actor }, input: { preset } }) => services.faults.addPreset(actor, preset)),
    ),

  /** Replaces a rule, whose counts begin again, and switches it on or off if that is given. */
  replace: procedure
    .input(ById.extend({ rule: z.unknown(), isOn: z.boolean().optional() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { id, rule, isOn } }) =>
        services.faults.replace(actor, id, parseBody(FaultRule, rule), { isOn }),
      ),
    ),
  /** Switches a rule on or off, or lets it stay after a restart. */
  set: procedure
    .input(ById.extend({ isOn: z.boolean().optional(), isPinned: z.boolean().optional() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { id, ...switches } }) =>
        services.faults.set(actor, id, switches),
      ),
    ),
  /** Switches all rules off. */
  turnOff: procedure.mutation(change(({ ctx: { services, actor } }) => services.faults.turnOff(actor))),

  remove: procedure
    .input(ById)
    .mutation(change(({ ctx: { services, actor }, input: { id } }) => services.faults.remove(actor, id))),
  clear: procedure.mutation(change(({ ctx: { services, actor } }) => services.faults.clear(actor))),
});
