import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';

/** A change that only the desk makes, with what the journal tells of it. */
export type DeskDeed = {
  readonly name: string;
  readonly before?: (services: Services) => void;
  readonly act: (services: Services, actor: Actor) => unknown;
  readonly actions: readonly string[];
};

const secondMaintainer = (services: Services) => services.maintainers.add(OPERATOR, 'pip', 'stranger');
const addWebhook = (services: Services) => {
  services.buildWebhooks.add(OPERATOR, 'pip', { url: 'https://x.org/hook' });
};
const SWITCHED_OFF = ['version.deactivate', 'version.deactivate'];

/** Over the projects of `test/support/sample-seed.ts`. */
export const DESK_DEEDS: readonly DeskDeed[] = [
  {
    name: 'projects.update, at the desk',
    act: (services, actor) =>
      services.projects.update(actor, 'pip', { description: 'New', tags: ['a'], privacy_level: 'private' }),
    actions: ['project.update'],
  },
  {
    name: 'maintainers.add',
    act: (services, actor) => services.maintainers.add(actor, 'pip', 'stranger'),
    actions: ['project.add-maintainer'],
  },
  {
    name: 'maintainers.remove',
    before: secondMaintainer,
    act: (services, actor) => services.maintainers.remove(actor, 'pip', 'stranger'),
    actions: ['project.remove-maintainer'],
  },
  {
    name: 'translations.add',
    before: (services) => services.translations.remove(OPERATOR, 'pip', 'pip-es'),
    act: (services, actor) => services.translations.add(actor, 'pip', 'pip-es'),
    actions: ['translation.add'],
  },
  {
    name: 'translations.remove',
    act: (services, actor) => services.translations.remove(actor, 'pip', 'pip-es'),
    actions: ['translation.remove'],
  },
  {
    name: 'redirects.reorder',
    before: (services) => {
      services.redirects.create(OPERATOR, 'pip', { type: 'exact', from_url: '/x', to_url: '/y' });
    },
    act: (services, actor) => services.redirects.reorder(actor, 'pip', [5, 6]),
    actions: ['redirect.reorder'],
  },
  {
    name: 'redirects.reorder, as it is',
    act: (services, actor) => services.redirects.reorder(actor, 'pip', [5]),
    actions: [],
  },
  {
    name: 'integrations.remove',
    before: (services) => {
      void services.integrations.create(OPERATOR, 'pip', { provider: 'github', secret: false });
    },
    act: (services, actor) => services.integrations.remove(actor, 'pip', 1),
    actions: ['integration.delete'],
  },
  {
    name: 'buildWebhooks.add',
    act: (services, actor) => services.buildWebhooks.add(actor, 'pip', { url: 'https://x.org/hook' }),
    actions: ['build-webhook.create'],
  },
  {
    name: 'buildWebhooks.remove',
    before: addWebhook,
    act: (services, actor) => services.buildWebhooks.remove(actor, 'pip', 1),
    actions: ['build-webhook.delete'],
  },
  {
    name: 'bulkVersions.switch',
    act: (services, actor) => services.bulkVersions.switch(actor, 'pip', ['latest', '10', 'nope'], false),
    actions: SWITCHED_OFF,
  },
  {
    name: 'bulkVersions.triggerBuilds',
    act: (services, actor) =>
      services.bulkVersions.triggerBuilds(actor, [{ project: 'pip' }, { project: 'pip', version: '10' }]),
    actions: ['build.trigger', 'build.trigger'],
  },
  {
    name: 'bulkProjects.addMaintainer',
    before: secondMaintainer,
    act: (services, actor) =>
      services.bulkProjects.addMaintainer(actor, ['pip', 'plugin', 'pip-es', 'theirs'], 'stranger'),
    actions: ['project.add-maintainer', 'project.add-maintainer'],
  },
];

/** The same of what waits for the data key. */
export const WAITING_DESK_DEEDS: readonly DeskDeed[] = [
  {
    name: 'integrations.create',
    act: (services, actor) =>
      services.integrations.create(actor, 'pip', { provider: 'gitlab', secret: true }),
    actions: ['integration.create'],
  },
  {
    name: 'integrations.regenerate',
    before: (services) => {
      void services.integrations.create(OPERATOR, 'pip', { provider: 'github', secret: false });
    },
    act: (services, actor) => services.integrations.regenerate(actor, 'pip', 1),
    actions: ['integration.regenerate'],
  },
  {
    name: 'incomingEvents.receive, from a maintainer',
    act: (services, actor) =>
      services.incomingEvents.receive(
        actor,
        { project: 'pip', provider: 'generic' },
        { header: () => undefined, bytes: Buffer.alloc(0), data: async () => ({ branches: ['10'] }) },
      ),
    actions: ['build.trigger'],
  },
  {
    name: 'environmentVariables.replace',
    act: (services, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'another value'),
    actions: ['environment-variable.replace'],
  },
  {
    name: 'environmentVariables.replace, with the same',
    act: (services, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'secret value'),
    actions: [],
  },
  {
    name: 'bulkVariables.set',
    act: (services, actor) =>
      services.bulkVariables.set(actor, ['pip', 'plugin', 'theirs'], { name: 'KEY', value: 'another value' }),
    actions: ['environment-variable.replace', 'environment-variable.create'],
  },
  {
    name: 'bulkVariables.paste',
    act: (services, actor) =>
      services.bulkVariables.paste(actor, 'pip', 'KEY=secret value\nNEW=a value that\n'),
    actions: ['environment-variable.create'],
  },
];
