import { z } from 'zod';
import { NotFound } from '../../model/base/problems.ts';
import { NotificationBody } from '../../model/notifications/notification.ts';
import { choiceParameter, textParameter } from '../filters/query-parameters.ts';
import { lastValue, queryChoice } from '../http/read-query.ts';
import { get, patch, put, type Resource, resource } from '../route.ts';
import { ROOT } from './views/links.ts';
import { NotificationSchema } from './views/notification.view.ts';
import { ProjectSchema } from './views/project.view.ts';

const PROVIDERS = ['github', 'githubapp', 'gitlab', 'bitbucket'] as const;
const NONE = { count: 0, items: [] } as const;

const PROVIDER = choiceParameter('vcs_provider', 'Only those at this provider.', PROVIDERS);
const part = (name: string) => textParameter(name, `Only those whose ${name} has this part.`);

/** Refuses a provider that does not exist. @throws Invalid */
function checkProvider(query: URLSearchParams): void {
  queryChoice('vcs_provider', lastValue(query, 'vcs_provider'), (value) =>
    PROVIDERS.some((provider) => provider === value),
  );
}

const OrganizationSchema = z
  .strictObject({
    avatar_url: z.url().nullable(),
    created: z.iso.datetime(),
    modified: z.iso.datetime(),
    name: z.string().nullable(),
    pk: z.int(),
    slug: z.string(),
    url: z.url().nullable(),
    vcs_provider: z.enum(PROVIDERS),
  })
  .meta({ id: 'RemoteOrganization' });

const RepositorySchema = z
  .strictObject({
    admin: z.boolean(),
    avatar_url: z.url().nullable(),
    clone_url: z.string(),
    created: z.iso.datetime(),
    default_branch: z.string().nullable(),
    description: z.string().nullable(),
    full_name: z.string(),
    html_url: z.url(),
    modified: z.iso.datetime(),
    name: z.string(),
    pk: z.int(),
    private: z.boolean(),
    projects: z.array(ProjectSchema),
    remote_organization: OrganizationSchema.nullable().optional(),
    ssh_url: z.string(),
    vcs: z.string(),
    vcs_provider: z.enum(PROVIDERS),
  })
  .meta({ id: 'RemoteRepository' });

const TeamSchema = z
  .strictObject({
    access: z.enum(['readonly', 'admin']),
    created: z.iso.datetime(),
    members: z.array(z.strictObject({ username: z.string() })).optional(),
    modified: z.iso.datetime(),
    name: z.string(),
    slug: z.string(),
  })
  .meta({ id: 'Team' });

/** Refuses every organisation: nobody has one here. @throws NotFound */
function noOrganization(): never {
  throw new NotFound();
}

const ORGANIZATION = `${ROOT}organizations/:organization_slug/` as const;
const OWNED = {
  description: 'Nobody has an organisation here, so this is a 404 for everybody.',
  access: 'signed-in',
  model: 'Organization',
} as const;

const UPDATE = {
  summary: 'Set the state of a notification of an organisation',
  body: NotificationBody,
  find: noOrganization,
  run: noOrganization,
} as const;

/** What an account has at other services; here none has anything (live-service.md 2). */
export const accountResources: readonly Resource[] = [
  resource(
    `${ROOT}remote/repositories/`,
    {
      name: 'Remote repository list',
      description: 'Repositories of connected accounts. None is connected here, so the list is empty.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'listRemoteRepositories',
        summary: 'List the repositories of connected accounts',
        answer: RepositorySchema,
        list: true,
        expandable: { remote_organization: {} },
        query: [part('name'), part('full_name'), part('organization'), PROVIDER],
        run({ query, list }) {
          checkProvider(query);
          return list(NONE, () => ({}));
        },
      }),
    ],
  ),
  resource(
    `${ROOT}remote/organizations/`,
    {
      name: 'Remote organisation list',
      description: 'Organisations of connected accounts. None is connected here, so the list is empty.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'listRemoteOrganizations',
        summary: 'List the organisations of connected accounts',
        answer: OrganizationSchema,
        list: true,
        selectable: false,
        query: [part('name'), PROVIDER],
        run({ query, list }) {
          checkProvider(query);
          return list(NONE, () => ({}));
        },
      }),
    ],
  ),
  resource(`${ORGANIZATION}notifications/`, { ...OWNED, name: 'Notification list of an organisation' }, [
    get({
      operationId: 'listOrganizationNotifications',
      summary: 'List the notifications of an organisation',
      answer: NotificationSchema,
      list: true,
      selectable: false,
      run: noOrganization,
    }),
  ]),
  resource(
    `${ORGANIZATION}notifications/:notification_id/`,
    { ...OWNED, name: 'Notification of an organisation' },
    [
      get({
        operationId: 'getOrganizationNotification',
        summary: 'Read a notification of an organisation',
        answer: NotificationSchema,
        selectable: false,
        run: noOrganization,
      }),
      put({ ...UPDATE, operationId: 'replaceOrganizationNotification' }),
      patch({ ...UPDATE, operationId: 'updateOrganizationNotification' }),
    ],
  ),
  resource(`${ORGANIZATION}teams/`, { ...OWNED, name: 'Team list' }, [
    get({
      operationId: 'listOrganizationTeams',
      summary: 'List the teams of an organisation',
      answer: TeamSchema,
      list: true,
      expandable: { members: {} },
      run: noOrganization,
    }),
  ]),
];
