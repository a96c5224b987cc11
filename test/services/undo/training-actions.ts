import { OPERATOR } from '../../support/store/seed-store.ts';
import type { LocalAction } from './local-actions.ts';

const asOperator = () => OPERATOR;
const RULE = { name: 'Down', match: {}, answer: { status: 503 } };

/** What demos and tests of clients change: build scripts, fault rules and the clock. Over the projects of `sample-seed.ts`. */
export const TRAINING_ACTIONS: readonly LocalAction[] = [
  {
    name: 'buildScripts.save',
    actor: asOperator,
    run: (services, actor) => services.buildScripts.save(actor, 'mine', { steps: [] }),
    journalActions: ['build-script.save'],
  },
  {
    name: 'buildScripts.attach',
    actor: asOperator,
    run: (services, actor) => services.buildScripts.attach(actor, 'pip', 'passes'),
    journalActions: ['project.set-builder'],
  },
  {
    name: 'buildScripts.attachNew',
    actor: asOperator,
    run: (services, actor) => services.buildScripts.attachNew(actor, 'pip', { steps: [] }),
    journalActions: ['build-script.save', 'project.set-builder'],
  },
  {
    name: 'faults.add',
    actor: asOperator,
    run: (services, actor) => services.faults.add(actor, RULE),
    journalActions: ['fault.add'],
  },
  {
    name: 'faults.addPreset',
    actor: asOperator,
    run: (services, actor) => services.faults.addPreset(actor, 'flaky-network'),
    journalActions: ['fault.add', 'fault.add'],
  },
  {
    name: 'faults.addSwitchedOff',
    actor: asOperator,
    run: (services, actor) => services.faults.addSwitchedOff(actor, [RULE]),
    journalActions: ['fault.add'],
  },
  {
    name: 'faults.replace',
    actor: asOperator,
    before: (services) => services.faults.add(OPERATOR, RULE),
    run: (services, actor) => services.faults.replace(actor, 1, { ...RULE, name: 'Away' }),
    journalActions: ['fault.update'],
  },
  {
    name: 'faults.set',
    actor: asOperator,
    before: (services) => services.faults.add(OPERATOR, RULE),
    run: (services, actor) => services.faults.set(actor, 1, { isPinned: true }),
    journalActions: ['fault.update'],
  },
  {
    name: 'faults.turnOff',
    actor: asOperator,
    before: (services) => services.faults.add(OPERATOR, RULE),
    run: (services, actor) => services.faults.turnOff(actor),
    journalActions: ['fault.update'],
  },
  {
    name: 'faults.remove',
    actor: asOperator,
    before: (services) => services.faults.add(OPERATOR, RULE),
    run: (services, actor) => services.faults.remove(actor, 1),
    journalActions: ['fault.remove'],
  },
  {
    name: 'faults.clear',
    actor: asOperator,
    before: (services) => services.faults.add(OPERATOR, RULE),
    run: (services, actor) => services.faults.clear(actor),
    journalActions: ['fault.clear'],
  },
  {
    name: 'clock.set',
    actor: asOperator,
    run: (services, actor) => services.clock.set(actor, { mode: 'still', offset: 60 }),
    journalActions: ['clock.set'],
  },
  {
    name: 'clock.set, to hold it',
    actor: asOperator,
    run: (services, actor) => services.clock.set(actor, { mode: 'still' }),
    journalActions: ['clock.hold'],
  },
  {
    name: 'clock.set, to let it run',
    actor: asOperator,
    before: (services) => services.clock.set(OPERATOR, { mode: 'still' }),
    run: (services, actor) => services.clock.set(actor, { mode: 'run' }),
    journalActions: ['clock.run'],
  },
  {
    name: 'clock.advance',
    actor: asOperator,
    run: (services, actor) => services.clock.advance(actor, { seconds: 60 }),
    journalActions: ['clock.advance'],
  },
  {
    name: 'clock.release',
    actor: asOperator,
    before: (services) => services.clock.set(OPERATOR, { mode: 'still' }),
    run: (services, actor) => services.clock.release(actor),
    journalActions: ['clock.release'],
  },
];
