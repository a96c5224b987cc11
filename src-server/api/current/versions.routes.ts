import { CurrentVersionBody, VERSION_TYPES } from '../../model/versions/version.ts';
import type { VisibleVersionFilters } from '../../store/tables/versions/visible-versions.ts';
import { choiceParameter, textParameter } from '../filters/query-parameters.ts';
import { readVersionFlags, VERSION_FLAGS } from '../filters/version-filters.ts';
import { filterText, lastValue, queryChoices } from '../http/read-query.ts';
import {
  get,
  patch,
  put,
  type QueryParameter,
  type Resource,
  type RouteRequest,
  resource,
} from '../route.ts';
import { PROJECT } from './views/links.ts';
import { VersionSchema, versionView } from './views/version.view.ts';

const PRIVACY = ['public', 'private'] as const;

const FILTERS: readonly QueryParameter[] = [
  ...VERSION_FLAGS,
  textParameter('slug', 'Only versions whose slug has this part.'),
  textParameter('verbose_name', 'Only versions whose name has this part.'),
  choiceParameter('type', 'Only versions of this type.', VERSION_TYPES),
  choiceParameter('privacy_level', 'Only versions of this privacy.', PRIVACY),
];

function filters(query: URLSearchParams): VisibleVersionFilters {
  const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);
  const { type, privacy_level: privacy } = queryChoices({
    type: { value: lastValue(query, 'type'), isValid: isOneOf(VERSION_TYPES) },
    privacy_level: { value: lastValue(query, 'privacy_level'), isValid: isOneOf(PRIVACY) },
  });
  return {
    ...readVersionFlags(query),
    slug: filterText(query, 'slug'),
    verboseName: filterText(query, 'verbose_name'),
    type: VERSION_TYPES.find((each) => each === type),
    isPublic: privacy === undefined ? undefined : privacy === 'public',
  };
}

const UPDATE = {
  summary: 'Switch a version on or off, hide or show it',
  body: CurrentVersionBody,
  find({ actor, services, slug, param }: RouteRequest<undefined>) {
    services.versions.get(actor, slug, param('version_slug'), false);
  },
  run({ actor, services, slug, param, body }: RouteRequest<CurrentVersionBody>) {
    services.replacingBuilds.updateVersion(actor, slug, param('version_slug'), body);
  },
};

/** Versions of a project (live-service.md 2). */
export const versionResources: readonly Resource[] = [
  resource(
    `${PROJECT}versions/`,
    {
      name: 'Version list',
      description: "A project's versions by name, descending, without those of pull requests.",
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectVersions',
        access: 'open',
        summary: 'List the versions',
        answer: VersionSchema,
        list: true,
        selectable: false,
        query: FILTERS,
        run: ({ actor, services, slug, query, page, list, href }) =>
          list(services.visibleVersions.list(actor, slug, filters(query), page), (record) =>
            versionView(record, href),
          ),
      }),
    ],
  ),
  resource(
    `${PROJECT}versions/:version_slug/`,
    {
      name: 'Version',
      description: 'One version. Switching it on builds it; switching it off removes its pages.',
      access: 'maintainer',
      model: 'Version',
    },
    [
      get({
        operationId: 'getProjectVersion',
        access: 'open',
        summary: 'Read a version',
        answer: VersionSchema,
        selectable: false,
        query: FILTERS,
        run: ({ actor, services, slug, param, query, href }) =>
          versionView(services.visibleVersions.get(actor, slug, param('version_slug'), filters(query)), href),
      }),
      put({ ...UPDATE, operationId: 'replaceProjectVersion' }),
      patch({ ...UPDATE, operationId: 'updateProjectVersion' }),
    ],
  ),
];
