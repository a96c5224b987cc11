import type { Action } from '../../../src-server/model/journal/actions.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';

/** A change that only the desk makes, with what the journal records of it. */
export type DeskAction = {
  readonly name: string;
  readonly before?: (services: Services) => void;
  readonly run: (services: Services, actor: Actor) => unknown;
  readonly journalActions: readonly Action[];
};

const secondMaintainer = (services: Services) => services.maintainers.add(OPERATOR, 'pip', 'stranger');
const addWebhook = (services: Services) => {
  services.buildWebhooks.add(OPERATOR, 'pip', { url: 'https://x.org/hook' });
};
const SWITCHED_OFF: readonly Action[] = ['version.deactivate', 'version.deactivate'];

/** Over the projects of `test/support/sample-seed.ts`. */
export const DESK_ACTIONS: readonly DeskAction[] = [
  {
    name: 'projects.update, at the desk',
    run: (services, actor) =>
      services.projects.update(actor, 'pip', { description: 'New', tags: ['a'], privacy_level: 'private' }),
    journalActions: ['project.update'],
  },
  {
    name: 'maintainers.add',
    run: (services, actor) => services.maintainers.add(actor, 'pip', 'stranger'),
    journalActions: ['project.add-maintainer'],
  },
  {
    name: 'maintainers.remove',
    before: secondMaintainer,
    run: (services, actor) => services.maintainers.remove(actor, 'pip', 'stranger'),
    journalActions: ['project.remove-maintainer'],
  },
  {
    name: 'translations.add',
    before: (services) => services.translations.remove(OPERATOR, 'pip', 'pip-es'),
    run: (services, actor) => services.translations.add(actor, 'pip', 'pip-es'),
    journalActions: ['translation.add'],
  },
  {
    name: 'translations.remove',
    run: (services, actor) => services.translations.remove(actor, 'pip', 'pip-es'),
    journalActions: ['translation.remove'],
  },
  {
    name: 'redirects.reorder',
    before: (services) => {
      services.redirects.create(OPERATOR, 'pip', { type: 'exact', from_url: '/x', to_url: '/y' });
    },
    run: (services, actor) => services.redirects.reorder(actor, 'pip', [5, 6]),
    journalActions: ['redirect.reorder'],
  },
  {
    name: 'redirects.reorder, as it is',
    run: (services, actor) => services.redirects.reorder(actor, 'pip', [5]),
    journalActions: [],
  },
  {
    name: 'integrations.remove',
    before: (services) => {
      void services.integrations.create(OPERATOR, 'pip', { provider: 'github', secret: false });
    },
    run: (services, actor) => services.integrations.remove(actor, 'pip', 1),
    journalActions: ['integration.delete'],
  },
  {
    name: 'buildWebhooks.add',
    run: (services, actor) => services.buildWebhooks.add(actor, 'pip', { url: 'https://x.org/hook' }),
    journalActions: ['build-webhook.create'],
  },
  {
    name: 'buildWebhooks.remove',
    before: addWebhook,
    run: (services, actor) => services.buildWebhooks.remove(actor, 'pip', 1),
    journalActions: ['build-webhook.delete'],
  },
  {
    name: 'bulkVersions.switch',
    run: (services, actor) => services.bulkVersions.switch(actor, 'pip', ['latest', '10', 'nope'], false),
    journalActions: SWITCHED_OFF,
  },
  {
    name: 'bulkVersions.triggerBuilds',
    run: (services, actor) =>
      services.bulkVersions.triggerBuilds(actor, [{ project: 'pip' }, { project: 'pip', version: '10' }]),
    journalActions: ['build.trigger', 'build.trigger'],
  },
  {
    name: 'bulkProjects.addMaintainer',
    before: secondMaintainer,
    run: (services, actor) =>
      services.bulkProjects.addMaintainer(actor, ['pip', 'plugin', 'pip-es', 'theirs'], 'stranger'),
    journalActions: ['project.add-maintainer', 'project.add-maintainer'],
  },
];

/** The same of what waits for the data key. */
export const ASYNC_DESK_ACTIONS: readonly DeskAction[] = [
  {
    name: 'integrations.create',
    run: (services, actor) =>
      services.integrations.create(actor, 'pip', { provider: 'gitlab', secret: true }),
    journalActions: ['integration.create'],
  },
  {
    name: 'integrations.regenerate',
    before: (services) => {
      void services.integrations.create(OPERATOR, 'pip', { provider: 'github', secret: false });
    },
    run: (services, actor) => services.integrations.regenerate(actor, 'pip', 1),
    journalActions: ['integration.regenerate'],
  },
  {
    name: 'incomingWebhooks.receive, from a maintainer',
    run: (services, actor) =>
      services.incomingWebhooks.receive(
        actor,
        { project: 'pip', provider: 'generic' },
        { header: () => undefined, bytes: Buffer.alloc(0), data: async () => ({ branches: ['10'] }) },
      ),
    journalActions: ['build.trigger'],
  },
  {
    name: 'environmentVariables.replace',
    run: (services, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'another value'),
    journalActions: ['environment-variable.replace'],
  },
  {
    name: 'environmentVariables.replace, with the same',
    run: (services, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'secret value'),
    journalActions: [],
  },
  {
    name: 'bulkVariables.set',
    run: (services, actor) =>
      services.bulkVariables.set(actor, ['pip', 'plugin', 'theirs'], { name: 'KEY', value: 'another value' }),
    journalActions: ['environment-variable.replace', 'environment-variable.create'],
  },
  {
    name: 'bulkVariables.paste',
    run: (services, actor) =>
      services.bulkVariables.paste(actor, 'pip', 'KEY=secret value\nNEW=a value that\n'),
    journalActions: ['environment-variable.create'],
  },
];
