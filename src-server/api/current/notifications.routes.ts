import {
  NOTIFICATION_STATES,
  NotificationBody,
  type NotificationState,
} from '../../model/notifications/notification.ts';
import type { NotificationRecord, StateFilter } from '../../services/notifications/notifications.ts';
import type { Page } from '../../store/engine/list-page.ts';
import { lastNonEmptyValue, queryChoices } from '../http/read-query.ts';
import {
  get,
  patch,
  put,
  type QueryParameter,
  type Resource,
  type RouteRequest,
  resource,
} from '../route.ts';
import { PROJECT, ROOT } from './views/links.ts';
import { NotificationSchema, notificationView } from './views/notification.view.ts';

const isState = (text: string): text is NotificationState =>
  NOTIFICATION_STATES.some((state) => state === text);

const FILTERS: readonly QueryParameter[] = [
  {
    name: 'state',
    description: 'Only notifications in this state.',
    schema: { type: 'string', enum: NOTIFICATION_STATES },
  },
  {
    name: 'state__in',
    description: 'Only notifications in one of these states, separated by commas.',
    // One that does not exist is refused.
    schema: { type: 'string', pattern: `^(${NOTIFICATION_STATES.join('|')}|,)*$`, maxLength: 100 },
  },
];

/** Reads the states that both filters let through; undefined for all. @throws Invalid */
function statesOf(query: URLSearchParams): StateFilter {
  const several = lastNonEmptyValue(query, 'state__in')?.split(',');
  const wrong = several?.find((state) => !isState(state));
  const { state } = queryChoices({
    state: { value: lastNonEmptyValue(query, 'state'), isValid: isState },
    state__in: { value: wrong, isValid: isState },
  });
  if (state === undefined) return several?.filter(isState);
  return NOTIFICATION_STATES.filter((each) => each === state && (several?.includes(each) ?? true));
}

type Request = RouteRequest<undefined>;

/** Where notifications are: what lists them, and what finds one of them there. */
type Place = {
  /** `Project`, as operation ids end. */
  readonly name: string;
  readonly path: `/api/v3/${string}`;
  readonly about: Pick<Resource, 'description' | 'access'> & { readonly listModel: string };
  readonly readAccess: Resource['access'];
  readonly list: (request: Request, states: StateFilter) => Page<NotificationRecord>;
  readonly find: (request: Request, id: number) => NotificationRecord;
};

/** Makes the list of a place and the detail below it. */
function resourcesOf({ name, path, about, readAccess, list, find }: Place): Resource[] {
  const { listModel, ...rest } = about;
  const update = {
    summary: 'Set the state of a notification',
    body: NotificationBody,
    find: (request: Request) => void find(request, request.id('notification_id')),
    run({ actor, services, id, body }: RouteRequest<NotificationBody>) {
      if (body.state !== undefined) services.notifications.setState(actor, id('notification_id'), body.state);
    },
  };
  return [
    resource(path, { ...rest, name: 'Notification list', model: listModel }, [
      get({
        operationId: `list${name}Notifications`,
        access: readAccess,
        summary: 'List the notifications',
        answer: NotificationSchema,
        list: true,
        selectable: false,
        query: FILTERS,
        run: (request) =>
          request.list(list(request as Request, statesOf(request.query)), (item) =>
            notificationView(item, request.href),
          ),
      }),
    ]),
    resource(`${path}:notification_id/`, { ...rest, name: 'Notification', model: 'Notification' }, [
      get({
        operationId: `get${name}Notification`,
        access: readAccess,
        summary: 'Read a notification',
        answer: NotificationSchema,
        selectable: false,
        run: (request) =>
          notificationView(find(request as Request, request.id('notification_id')), request.href),
      }),
      put({ ...update, operationId: `replace${name}Notification` }),
      patch({ ...update, operationId: `update${name}Notification` }),
    ]),
  ];
}

/** Notifications of builds, projects and users, and those of the caller (live-service.md 2 and 3). */
export const notificationResources: readonly Resource[] = [
  ...resourcesOf({
    name: 'ProjectBuild',
    path: `${PROJECT}builds/:build_id/notifications/`,
    about: {
      description: 'What is said about a build: why it failed.',
      access: 'maintainer',
      listModel: 'Build',
    },
    readAccess: 'visible',
    list: ({ actor, services, slug, id, page }, states) =>
      services.notifications.ofBuild(actor, slug, id('build_id'), states, page),
    find: ({ actor, services, slug, id: idOf }, id) =>
      services.notifications.getOfBuild(actor, slug, idOf('build_id'), id),
  }),
  ...resourcesOf({
    name: 'Project',
    path: `${PROJECT}notifications/`,
    about: {
      description: 'What is said about a project, for its maintainers.',
      access: 'maintainer',
      listModel: 'Project',
    },
    readAccess: 'maintainer',
    list: ({ actor, services, slug, page }, states) =>
      services.notifications.ofProject(actor, slug, states, page),
    find: ({ actor, services, slug }, id) => services.notifications.getOfProject(actor, slug, id),
  }),
  ...resourcesOf({
    name: 'User',
    path: `${ROOT}users/:username/notifications/`,
    about: { description: 'What is said to a user, for that user.', access: 'signed-in', listModel: 'User' },
    readAccess: 'signed-in',
    list: ({ actor, services, param, page }, states) =>
      services.notifications.ofUser(actor, param('username'), states, page),
    find: ({ actor, services, param }, id) => services.notifications.getOfUser(actor, param('username'), id),
  }),
  ...resourcesOf({
    name: 'My',
    path: `${ROOT}notifications/`,
    about: {
      description: 'What is said to the caller and about their projects, as long as it is not dismissed.',
      access: 'signed-in',
      listModel: 'Notification',
    },
    readAccess: 'signed-in',
    list: ({ actor, services, page }, states) => services.notifications.mine(actor, states, page),
    find: ({ actor, services }, id) => services.notifications.getMine(actor, id),
  }),
];
