import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';

/** A change that is made at this machine only, with what the journal tells of it. */
export type MachineDeed = {
  readonly name: string;
  readonly actor?: () => Actor;
  readonly before?: (services: Services) => void;
  readonly act: (services: Services, actor: Actor) => unknown;
  readonly actions: readonly string[];
};

/** The number of the project's last build. */
function newestOf({ builds }: Services): number {
  const { items } = builds.list(OPERATOR, 'pip', {}, { limit: 1, offset: 0 });
  return items[0]?.id ?? 0;
}

/** Over the projects of `test/support/sample-seed.ts`. */
export const MACHINE_DEEDS: readonly MachineDeed[] = [
  {
    name: 'projects.remove',
    act: (services, actor) => services.projects.remove(actor, 'pip'),
    actions: ['project.delete'],
  },
  {
    name: 'buildTrust.allow',
    actor: () => OPERATOR,
    act: (services, actor) => services.buildTrust.allow(actor, 'pip'),
    actions: ['project.trust-builds'],
  },
  {
    name: 'buildTrust.revoke',
    actor: () => OPERATOR,
    before: (services) => services.buildTrust.allow(OPERATOR, 'pip'),
    act: (services, actor) => services.buildTrust.revoke(actor, 'pip'),
    actions: ['project.distrust-builds'],
  },
  {
    name: 'buildControl.cancel, of one that waits',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    act: (services, actor) => services.buildControl.cancel(actor, 'pip', newestOf(services)),
    actions: ['build.finish'],
  },
  {
    name: 'buildControl.cancel, of one that runs',
    before(services) {
      services.builds.trigger(OPERATOR, 'pip', '10');
      services.buildRuns.next(OPERATOR);
    },
    act: (services, actor) => services.buildControl.cancel(actor, 'pip', newestOf(services)),
    actions: ['build.request-cancel'],
  },
  {
    name: 'buildControl.retry',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    act: (services, actor) => services.buildControl.retry(actor, 'pip', newestOf(services)),
    actions: ['build.trigger'],
  },
  {
    name: 'buildControl.rebuildAll',
    act: (services, actor) => services.buildControl.rebuildAll(actor, 'pip'),
    actions: ['build.trigger', 'build.trigger'],
  },
  {
    name: 'buildRuns.endSuperseded',
    actor: () => OPERATOR,
    before(services) {
      services.builds.trigger(OPERATOR, 'pip', '10');
      services.builds.trigger(OPERATOR, 'pip', '10');
    },
    act: (services, actor) => services.buildRuns.endSuperseded(actor),
    actions: ['build.finish'],
  },
  {
    name: 'buildWebhooks.note',
    actor: () => OPERATOR,
    before: (services) => {
      services.buildWebhooks.add(OPERATOR, 'pip', { url: 'https://x.org/hook' });
    },
    act: (services, actor) =>
      services.buildWebhooks.note(actor, 1, { at: 1, event: 'test', status: 204, problem: null }),
    actions: ['build-webhook.send'],
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
