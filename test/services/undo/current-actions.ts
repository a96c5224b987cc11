import type { LocalAction } from './local-actions.ts';

/** What both services of redirects do in the words of 2020. */
export const redirectActions = (service: 'redirects' | 'redirectsOf2020'): readonly LocalAction[] => [
  {
    name: `${service}.create`,
    run: (services, actor) =>
      services[service].create(actor, 'pip', { type: 'sphinx_html', from_url: '', to_url: '' }),
    journalActions: ['redirect.create'],
  },
  {
    name: `${service}.replace`,
    run: (services, actor) =>
      services[service].replace(actor, 'pip', 5, { type: 'page', from_url: '/c', to_url: '/d' }),
    journalActions: ['redirect.update'],
  },
  {
    name: `${service}.update`,
    run: (services, actor) => services[service].update(actor, 'pip', 5, { to_url: '/d' }),
    journalActions: ['redirect.update'],
  },
  {
    name: `${service}.remove`,
    run: (services, actor) => services[service].remove(actor, 'pip', 5),
    journalActions: ['redirect.delete'],
  },
];

/** What the dialects of the API change, each in its own words. */
export const CURRENT_ACTIONS: readonly LocalAction[] = [
  {
    name: 'replacingBuilds.trigger',
    run: (services, actor) => services.replacingBuilds.trigger(actor, 'pip', '10'),
    journalActions: ['build.trigger'],
  },
  {
    name: 'replacingBuilds.trigger, while one waits',
    before: (services) => services.builds.trigger({ kind: 'system', door: 'command' }, 'pip', '10'),
    run: (services, actor) => services.replacingBuilds.trigger(actor, 'pip', '10'),
    journalActions: ['build.finish', 'build.trigger'],
  },
  {
    name: 'replacingBuilds.updateVersion',
    run: (services, actor) => services.replacingBuilds.updateVersion(actor, 'pip', '10', { active: false }),
    journalActions: ['version.deactivate'],
  },
  {
    name: 'currentRedirects.create, at a position',
    run: (services, actor) =>
      services.currentRedirects.create(actor, 'pip', { type: 'page', from_url: '/x/*', position: 1 }),
    journalActions: ['redirect.create'],
  },
  {
    name: 'currentRedirects.update, to another position',
    before: (services) => {
      services.redirects.create({ kind: 'system', door: 'command' }, 'pip', {
        ...{ type: 'exact', from_url: '/x', to_url: '/y' },
      });
    },
    run: (services, actor) => services.currentRedirects.update(actor, 'pip', 6, { position: 1 }),
    journalActions: ['redirect.update'],
  },
  ...redirectActions('redirectsOf2020'),
  {
    name: 'currentRedirects.create',
    run: (services, actor) => services.currentRedirects.create(actor, 'pip', { type: 'html_to_clean_url' }),
    journalActions: ['redirect.create'],
  },
  {
    name: 'currentRedirects.update',
    run: (services, actor) => services.currentRedirects.update(actor, 'pip', 5, { force: true }),
    journalActions: ['redirect.update'],
  },
  {
    name: 'currentRedirects.remove',
    run: (services, actor) => services.currentRedirects.remove(actor, 'pip', 5),
    journalActions: ['redirect.delete'],
  },
  {
    name: 'currentProjects.create',
    run: (services, actor) =>
      services.currentProjects.create(actor, {
        ...{ name: 'Current', repository: { url: 'https://example.org/x.git' } },
      }),
    journalActions: ['project.create', 'version.create', 'build.trigger'],
  },
  {
    name: 'currentProjects.update',
    run: (services, actor) => services.currentProjects.update(actor, 'pip', { tags: ['new'] }),
    journalActions: ['project.update'],
  },
  {
    name: 'subprojects.createAsToday',
    before: (services) => services.subprojects.remove({ kind: 'system', door: 'command' }, 'pip', 'plug'),
    run: (services, actor) => services.subprojects.createAsToday(actor, 'pip', { child: 'plugin' }),
    journalActions: ['subproject.create'],
  },
];
