import type { Action, Signal } from '../../../src-server/model/journal/actions.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';

/** A change that is made at this machine only, with what the journal records of it. */
export type LocalAction = {
  readonly name: string;
  readonly actor?: () => Actor;
  readonly before?: (services: Services) => void;
  readonly run: (services: Services, actor: Actor) => unknown;
  readonly journalActions: readonly Action[];
  readonly signals?: readonly Signal[];
};

/** The number of the project's last build. */
function newestOf({ builds }: Services): number {
  const { items } = builds.list(OPERATOR, 'pip', {}, { limit: 1, offset: 0 });
  return items[0]?.id ?? 0;
}

/** Over the projects of `test/support/sample-seed.ts`. */
export const LOCAL_ACTIONS: readonly LocalAction[] = [
  {
    name: 'projects.remove',
    run: (services, actor) => services.projects.remove(actor, 'pip'),
    journalActions: ['project.delete'],
  },
  {
    name: 'buildTrust.allow',
    actor: () => OPERATOR,
    run: (services, actor) => services.buildTrust.allow(actor, 'pip'),
    journalActions: ['project.trust-builds'],
  },
  {
    name: 'buildTrust.allowReviewed',
    actor: () => OPERATOR,
    run: (services, actor) =>
      services.buildTrust.allowReviewed(actor, [
        { slug: 'pip', repositoryUrl: services.projects.get(OPERATOR, 'pip').project.repositoryUrl },
      ]),
    journalActions: ['project.trust-builds'],
  },
  {
    name: 'buildControl.allowAndBuild',
    actor: () => OPERATOR,
    run: (services, actor) =>
      services.buildControl.allowAndBuild(actor, [
        { slug: 'pip', repositoryUrl: services.projects.get(OPERATOR, 'pip').project.repositoryUrl },
      ]),
    journalActions: ['project.trust-builds', 'build.trigger'],
  },
  {
    name: 'buildTrust.revoke',
    actor: () => OPERATOR,
    before: (services) => services.buildTrust.allow(OPERATOR, 'pip'),
    run: (services, actor) => services.buildTrust.revoke(actor, 'pip'),
    journalActions: ['project.distrust-builds'],
  },
  {
    name: 'buildControl.cancel, of one that waits',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    run: (services, actor) => services.buildControl.cancel(actor, 'pip', newestOf(services)),
    journalActions: ['build.finish'],
  },
  {
    name: 'buildControl.cancel, of one that runs',
    before(services) {
      services.builds.trigger(OPERATOR, 'pip', '10');
      services.buildRuns.dequeue(OPERATOR);
    },
    run: (services, actor) => services.buildControl.cancel(actor, 'pip', newestOf(services)),
    journalActions: ['build.request-cancel'],
  },
  {
    name: 'buildControl.cancelWaiting',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    run: (services, actor) => services.buildControl.cancelWaiting(actor, 'pip'),
    journalActions: ['build.finish'],
  },
  {
    name: 'buildControl.retry',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    run: (services, actor) => services.buildControl.retry(actor, 'pip', newestOf(services)),
    journalActions: ['build.trigger'],
  },
  {
    name: 'buildControl.retryWithInstalledTools',
    before: (services) => services.builds.trigger(OPERATOR, 'pip', '10'),
    run: (services, actor) => services.buildControl.retryWithInstalledTools(actor, 'pip', newestOf(services)),
    journalActions: ['project.update', 'build.trigger'],
  },
  {
    name: 'buildControl.rebuildAll',
    run: (services, actor) => services.buildControl.rebuildAll(actor, 'pip'),
    journalActions: ['build.trigger', 'build.trigger'],
  },
  {
    name: 'buildRuns.endSuperseded',
    actor: () => OPERATOR,
    before(services) {
      services.builds.trigger(OPERATOR, 'pip', '10');
      services.builds.trigger(OPERATOR, 'pip', '10');
    },
    run: (services, actor) => services.buildRuns.endSuperseded(actor),
    journalActions: ['build.finish'],
  },
  {
    name: 'buildWebhooks.recordDelivery',
    actor: () => OPERATOR,
    before: (services) => {
      services.buildWebhooks.add(OPERATOR, 'pip', { url: 'https://x.org/hook' });
    },
    run: (services, actor) =>
      services.buildWebhooks.recordDelivery(actor, 1, { at: 1, event: 'test', status: 204, problem: null }),
    journalActions: ['build-webhook.send'],
  },
  {
    name: 'settings.set',
    actor: () => OPERATOR,
    run: (services, actor) => services.settings.set(actor, { port: 9000, notifyBuilds: false }),
    journalActions: ['settings.update'],
  },
  {
    name: 'settings.set, as it is',
    actor: () => OPERATOR,
    run: (services, actor) => services.settings.set(actor, { port: null }),
    journalActions: [],
  },
  {
    name: 'settings.setLocalUser',
    actor: () => OPERATOR,
    run: (services, actor) => services.settings.setLocalUser(actor, 'dora'),
    journalActions: ['user.create', 'settings.update'],
  },
  {
    name: 'settings.setLocalUser, of somebody known',
    actor: () => OPERATOR,
    run: (services, actor) => services.settings.setLocalUser(actor, 'alice'),
    journalActions: ['settings.update'],
  },
  {
    name: 'servedPages.recordSize',
    actor: () => OPERATOR,
    run: (services, actor) => services.servedPages.recordSize(actor, newestOf(services), 4096),
    journalActions: [],
    signals: ['build.progress'],
  },
  {
    name: 'trash.empty',
    actor: () => OPERATOR,
    before: (services) => services.projects.remove(OPERATOR, 'pip'),
    run: (services, actor) => services.trash.empty(actor),
    journalActions: ['trash.empty'],
  },
  {
    name: 'trash.emptyOld, of nothing old',
    actor: () => OPERATOR,
    before: (services) => services.projects.remove(OPERATOR, 'pip'),
    run: (services, actor) => services.trash.emptyOld(actor),
    journalActions: [],
  },
];
