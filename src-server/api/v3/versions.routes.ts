import { queryBoolean, queryChoice } from '../../model/base/fields.ts';
import { PRIVACY_LEVELS } from '../../model/projects/project.ts';
import { VersionUpdateBody } from '../../model/versions/version.ts';
import { lastNonEmptyValue, lastValue } from '../http/query-values.ts';
import { type Method, type QueryParameter, type Resource, type Route, route } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { VersionSchema, versionView } from './version.view.ts';

const VERSIONS = `${PROJECTS}:project_slug/versions/`;
const VERSION = `${VERSIONS}:version_slug/`;
/** The specification's path for updates; clients call the other one as well (behaviour.md, Decisions). */
const VERSION_SINGULAR = `${PROJECTS}:project_slug/version/:version_slug/`;
const EXPANDABLE = { last_build: { config: {} } };

function booleanParameter(name: string, description: string): QueryParameter {
  return { name, description, schema: { type: 'boolean' } };
}

function detail(path: string): Route {
  return route({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Read a version',
    status: 200,
    answer: VersionSchema,
    selectable: true,
    expandable: EXPANDABLE,
    refusals: [404],
    run: ({ actor, services, param, flex }) =>
      versionView(
        services.versions.get(
          actor,
          param('project_slug'),
          param('version_slug'),
          flex.expands('last_build'),
        ),
        flex.expands('last_build.config'),
      ),
  });
}

function update(method: Method, path: string): Route {
  return route({
    method,
    path,
    access: 'maintainer',
    summary: 'Switch a version on or off',
    status: 204,
    body: VersionUpdateBody,
    refusals: [403, 404],
    find: ({ actor, services, param }) =>
      void services.versions.get(actor, param('project_slug'), param('version_slug'), false),
    run: ({ actor, services, param, body }) =>
      services.versions.update(actor, param('project_slug'), param('version_slug'), body),
  });
}

/** Versions of a project (behaviour.md 6 and 8). */
export const versionResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: VERSIONS,
    name: 'Version list',
    description: "A project's versions by name, descending, without those of pull requests.",
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: VERSIONS,
        access: 'maintainer',
        summary: 'List the versions',
        status: 200,
        answer: VersionSchema,
        list: true,
        selectable: true,
        expandable: EXPANDABLE,
        query: [
          booleanParameter('active', 'Only versions that are, or are not, active.'),
          booleanParameter('built', 'Only versions that are, or are not, built.'),
          booleanParameter('uploaded', 'Only versions whose pages were, or were not, uploaded.'),
          { name: 'verbose_name', description: 'Only the version of this name.', schema: { type: 'string' } },
          {
            name: 'privacy_level',
            description: 'Only versions of this privacy.',
            schema: { type: 'string', enum: PRIVACY_LEVELS },
          },
        ],
        refusals: [400, 403, 404],
        run({ actor, services, param, query, page, list, flex }) {
          const filters = {
            active: queryBoolean(lastValue(query, 'active')),
            built: queryBoolean(lastValue(query, 'built')),
            uploaded: queryBoolean(lastValue(query, 'uploaded')),
            verboseName: lastNonEmptyValue(query, 'verbose_name'),
            privacyLevel: queryChoice('privacy_level', lastValue(query, 'privacy_level'), (value) =>
              PRIVACY_LEVELS.some((level) => level === value),
            ),
          };
          const withConfig = flex.expands('last_build.config');
          return list(
            services.versions.list(actor, param('project_slug'), filters, page, flex.expands('last_build')),
            (record) => versionView(record, withConfig),
          );
        },
      }),
    ],
  },
  {
    dialect: 'v3',
    path: VERSION,
    name: 'Version',
    description: 'One version. Switching it on builds it; switching it off removes its pages.',
    fallbackAccess: 'maintainer',
    routes: [detail(VERSION), update('PUT', VERSION), update('PATCH', VERSION)],
  },
  {
    dialect: 'v3',
    path: VERSION_SINGULAR,
    name: 'Version',
    description: 'The same as the version itself, under the path that the specification gives for updates.',
    fallbackAccess: 'maintainer',
    routes: [detail(VERSION_SINGULAR), update('PUT', VERSION_SINGULAR), update('PATCH', VERSION_SINGULAR)],
  },
];
