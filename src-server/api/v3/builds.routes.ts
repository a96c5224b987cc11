import { z } from 'zod';
import { BUILD_FILTERS, readBuildFilters } from '../filters/build-filters.ts';
import { get, post, type Resource, resource } from '../route.ts';
import { BuildSchema, buildView } from './build.view.ts';
import { PROJECTS } from './paths.ts';
import { ProjectSchema, projectView } from './project.view.ts';
import { VersionSchema, versionView } from './version.view.ts';

const BUILDS = `${PROJECTS}:project_slug/builds/` as const;
const BUILDS_OF_VERSION = `${PROJECTS}:project_slug/versions/:version_slug/builds/` as const;
const EXPANDABLE = { config: {} };

const LIST = {
  answer: BuildSchema,
  list: true,
  expandable: EXPANDABLE,
  query: BUILD_FILTERS,
} as const;

const DETAIL = {
  access: 'reader',
  summary: 'Read a build',
  answer: BuildSchema,
  expandable: EXPANDABLE,
} as const;

/** Builds of a project and of one version; the trigger (behaviour.md 9). */
export const buildResources: readonly Resource[] = [
  resource(
    BUILDS,
    {
      name: 'Build list',
      description: "A project's builds, newest first, without those of pull requests.",
      access: 'maintainer',
    },
    [
      get({
        ...LIST,
        operationId: 'listProjectBuilds',
        summary: 'List the builds',
        run: ({ actor, services, slug, query, page, list, flex }) =>
          list(services.builds.list(actor, slug, readBuildFilters(query), page), (build) =>
            buildView(build, flex.expands('config')),
          ),
      }),
    ],
  ),
  resource(`${BUILDS}:build_id/`, { name: 'Build', description: 'One build.', access: 'maintainer' }, [
    get({
      ...DETAIL,
      operationId: 'getProjectBuild',
      run: ({ actor, services, slug, id, flex }) =>
        buildView(services.builds.get(actor, slug, undefined, id('build_id')), flex.expands('config')),
    }),
  ]),
  resource(
    BUILDS_OF_VERSION,
    {
      name: 'Build list of a version',
      description: 'The builds of one version, newest first; and the trigger of a new one.',
      access: 'maintainer',
    },
    [
      get({
        ...LIST,
        operationId: 'listProjectVersionBuilds',
        summary: 'List the builds of a version',
        run: ({ actor, services, slug, param, query, page, list, flex }) =>
          list(
            services.builds.listOfVersion(actor, slug, param('version_slug'), readBuildFilters(query), page),
            (build) => buildView(build, flex.expands('config')),
          ),
      }),
      post({
        operationId: 'triggerProjectVersionBuilds',
        summary: 'Trigger a build',
        status: 202,
        answer: z.strictObject({
          build: BuildSchema,
          project: ProjectSchema,
          triggered: z.literal(true),
          version: VersionSchema,
        }),
        run({ actor, services, slug, param }) {
          const { build, project, version } = services.builds.trigger(actor, slug, param('version_slug'));
          return {
            build: buildView(build),
            project: projectView(project),
            triggered: true,
            version: versionView(services.versions.record(project, version)),
          };
        },
      }),
    ],
  ),
  resource(
    `${BUILDS_OF_VERSION}:build_id/`,
    { name: 'Build of a version', description: 'One build, under its version.', access: 'maintainer' },
    [
      get({
        ...DETAIL,
        operationId: 'getProjectVersionBuild',
        run({ actor, services, slug, param, id, flex }) {
          const build = services.builds.get(actor, slug, param('version_slug'), id('build_id'));
          return buildView(build, flex.expands('config'));
        },
      }),
    ],
  ),
];
