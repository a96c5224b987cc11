import type { Actor } from '../../src-server/services/actor.ts';
import type { Services } from '../../src-server/services/open-services.ts';
import { OPERATOR } from '../support/seed-store.ts';

/** A change that is made at this machine only, with what the journal tells of it. */
export type MachineDeed = {
  readonly name: string;
  readonly actor?: () => Actor;
  readonly before?: (services: Services) => void;
  readonly act: (services: Services, actor: Actor) => unknown;
  readonly actions: readonly string[];
};

/** Over the projects of `test/support/sample-seed.ts`. */
export const MACHINE_DEEDS: readonly MachineDeed[] = [
  {
    name: 'projects.remove',
    act: (services, actor) => services.projects.remove(actor, 'pip'),
    actions: ['project.delete'],
  },
  {
    name: 'settings.set',
    actor: () => OPERATOR,
    act: (services, actor) => services.settings.set(actor, { port: 9000, notifyBuilds: false }),
    actions: ['settings.update'],
  },
  {
    name: 'settings.set, as it is',
    actor: () => OPERATOR,
    act: (services, actor) => services.settings.set(actor, { port: null }),
    actions: [],
  },
  {
    name: 'settings.welcome',
    actor: () => OPERATOR,
    act: (services, actor) => services.settings.welcome(actor, 'dora'),
    actions: ['user.create', 'settings.update'],
  },
  {
    name: 'settings.welcome, of somebody known',
    actor: () => OPERATOR,
    act: (services, actor) => services.settings.welcome(actor, 'alice'),
    actions: ['settings.update'],
  },
  {
    name: 'trash.empty',
    actor: () => OPERATOR,
    before: (services) => services.projects.remove(OPERATOR, 'pip'),
    act: (services, actor) => services.trash.empty(actor),
    actions: ['trash.empty'],
  },
  {
    name: 'trash.emptyOld, of nothing old',
    actor: () => OPERATOR,
    before: (services) => services.projects.remove(OPERATOR, 'pip'),
    act: (services, actor) => services.trash.emptyOld(actor),
    actions: [],
  },
];
