import { z } from 'zod';
import { queryBoolean } from '../../model/base/fields.ts';
import type { BuildFilters } from '../../store/tables/builds/builds.ts';
import { lastNonEmptyValue, lastValue } from '../http/query-values.ts';
import { type QueryParameter, type Resource, type Route, route } from '../route.ts';
import { BuildSchema, buildView } from './build.view.ts';
import { PROJECTS } from './paths.ts';
import { ProjectSchema, projectView } from './project.view.ts';
import { VersionSchema, versionView } from './version.view.ts';

const BUILDS = `${PROJECTS}:project_slug/builds/`;
const BUILD = `${BUILDS}:build_id/`;
const BUILDS_OF_VERSION = `${PROJECTS}:project_slug/versions/:version_slug/builds/`;
const BUILD_OF_VERSION = `${BUILDS_OF_VERSION}:build_id/`;
const EXPANDABLE = { config: {} };

const FILTERS: readonly QueryParameter[] = [
  { name: 'commit', description: 'Only builds of this commit, given in full.', schema: { type: 'string' } },
  {
    name: 'running',
    description: 'true: only builds that have not finished; false: only those that have.',
    schema: { type: 'boolean' },
  },
];

function filters(query: URLSearchParams): BuildFilters {
  return { commit: lastNonEmptyValue(query, 'commit'), running: queryBoolean(lastValue(query, 'running')) };
}

const LIST = {
  method: 'GET',
  access: 'maintainer',
  status: 200,
  answer: BuildSchema,
  list: true,
  selectable: true,
  expandable: EXPANDABLE,
  query: FILTERS,
  refusals: [403, 404],
} as const;

function detail(path: string, ofVersion: boolean): Route {
  return route({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Read a build',
    status: 200,
    answer: BuildSchema,
    selectable: true,
    expandable: EXPANDABLE,
    refusals: [404],
    run: ({ actor, services, param, id, flex }) => {
      const versionSlug = ofVersion ? param('version_slug') : undefined;
      const build = services.builds.get(actor, param('project_slug'), versionSlug, id('build_id'));
      return buildView(build, flex.expands('config'));
    },
  });
}

/** Builds of a project and of one version; the trigger (behaviour.md 9). */
export const buildResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: BUILDS,
    name: 'Build list',
    description: "A project's builds, newest first, without those of pull requests.",
    fallbackAccess: 'maintainer',
    routes: [
      route({
        ...LIST,
        path: BUILDS,
        summary: 'List the builds',
        run: ({ actor, services, param, query, page, list, flex }) =>
          list(services.builds.list(actor, param('project_slug'), filters(query), page), (build) =>
            buildView(build, flex.expands('config')),
          ),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: BUILD,
    name: 'Build',
    description: 'One build.',
    fallbackAccess: 'maintainer',
    routes: [detail(BUILD, false)],
  },
  {
    dialect: 'v3',
    path: BUILDS_OF_VERSION,
    name: 'Build list of a version',
    description: 'The builds of one version, newest first; and the trigger of a new one.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        ...LIST,
        path: BUILDS_OF_VERSION,
        summary: 'List the builds of a version',
        run: ({ actor, services, param, query, page, list, flex }) =>
          list(
            services.builds.listOfVersion(
              actor,
              param('project_slug'),
              param('version_slug'),
              filters(query),
              page,
            ),
            (build) => buildView(build, flex.expands('config')),
          ),
      }),
      route({
        method: 'POST',
        path: BUILDS_OF_VERSION,
        access: 'maintainer',
        summary: 'Trigger a build',
        status: 202,
        answer: z.strictObject({
          build: BuildSchema,
          project: ProjectSchema,
          triggered: z.literal(true),
          version: VersionSchema,
        }),
        refusals: [403, 404],
        run({ actor, services, param }) {
          const { build, project, version } = services.builds.trigger(
            actor,
            param('project_slug'),
            param('version_slug'),
          );
          return {
            build: buildView(build),
            project: projectView(project),
            triggered: true,
            version: versionView(services.versions.record(project, version)),
          };
        },
      }),
    ],
  },
  {
    dialect: 'v3',
    path: BUILD_OF_VERSION,
    name: 'Build of a version',
    description: 'One build, under its version.',
    fallbackAccess: 'maintainer',
    routes: [detail(BUILD_OF_VERSION, true)],
  },
];
