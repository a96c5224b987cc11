import { z } from 'zod';
import { BUILD_FILTERS, readBuildFilters } from '../filters/build-filters.ts';
import { NothingDone } from '../http/http-problems.ts';
import { get, post, type Resource, resource } from '../route.ts';
import { BuildSchema, buildView, NO_BUILD, NoBuildSchema } from './views/build.view.ts';
import { PROJECT } from './views/links.ts';
import { ProjectSchema, projectView } from './views/project.view.ts';
import { VersionSchema, versionView } from './views/version.view.ts';

const BUILDS = `${PROJECT}builds/` as const;
const BUILDS_OF_VERSION = `${PROJECT}versions/:version_slug/builds/` as const;
const EXPANDABLE = { config: {} };

const LIST = {
  access: 'open',
  answer: BuildSchema,
  list: true,
  expandable: EXPANDABLE,
  query: BUILD_FILTERS,
} as const;
const DETAIL = {
  access: 'open',
  summary: 'Read a build',
  answer: BuildSchema,
  expandable: EXPANDABLE,
  query: BUILD_FILTERS,
} as const;

/** Builds of a project and of one version; the trigger (live-service.md 2). */
export const buildResources: readonly Resource[] = [
  resource(
    BUILDS,
    {
      name: 'Build list',
      description: "A project's builds, newest first, with those of pull requests.",
      access: 'maintainer',
    },
    [
      get({
        ...LIST,
        operationId: 'listProjectBuilds',
        summary: 'List the builds',
        run: ({ actor, services, slug, query, page, list, flex, href }) =>
          list(services.visibleBuilds.list(actor, slug, readBuildFilters(query), page), (build) =>
            buildView(build, href, flex.expands('config')),
          ),
      }),
    ],
  ),
  resource(
    `${BUILDS}:build_id/`,
    { name: 'Build', description: 'One build.', access: 'maintainer', model: 'Build' },
    [
      get({
        ...DETAIL,
        operationId: 'getProjectBuild',
        run({ actor, services, slug, id, query, flex, href }) {
          const build = services.visibleBuilds.get(
            actor,
            slug,
            undefined,
            id('build_id'),
            readBuildFilters(query),
          );
          return buildView(build, href, flex.expands('config'));
        },
      }),
    ],
  ),
  resource(
    BUILDS_OF_VERSION,
    {
      name: 'Build list of a version',
      description: 'The builds of one version, newest first; and the trigger of a new one.',
      access: 'maintainer',
      model: 'Version',
    },
    [
      get({
        ...LIST,
        operationId: 'listProjectVersionBuilds',
        summary: 'List the builds of a version',
        run: ({ actor, services, slug, param, query, page, list, flex, href }) =>
          list(
            services.visibleBuilds.listOfVersion(
              actor,
              slug,
              param('version_slug'),
              readBuildFilters(query),
              page,
            ),
            (build) => buildView(build, href, flex.expands('config')),
          ),
      }),
      post({
        operationId: 'triggerProjectVersionBuilds',
        summary: 'Trigger a build; it cancels those of the version that have not ended',
        status: 202,
        answer: z.strictObject({
          build: BuildSchema,
          project: ProjectSchema,
          triggered: z.literal(true),
          version: VersionSchema,
        }),
        refusal: z.strictObject({
          build: NoBuildSchema,
          project: ProjectSchema,
          triggered: z.literal(false),
          version: VersionSchema,
        }),
        run({ actor, services, slug, param, href }) {
          const { build, project, version } = services.replacingBuilds.trigger(
            ...([actor, slug, param('version_slug')] as const),
          );
          const answer = {
            build: build ? buildView(build, href) : NO_BUILD,
            project: projectView(project, href),
            triggered: build !== null,
            version: versionView(services.visibleVersions.record(version), href),
          };
          if (!build)
            throw new NothingDone('Builds of this project are not allowed on this computer.', answer);
          return answer;
        },
      }),
    ],
  ),
  resource(
    `${BUILDS_OF_VERSION}:build_id/`,
    {
      name: 'Build of a version',
      description: 'One build, under its version.',
      access: 'maintainer',
      model: 'Build',
    },
    [
      get({
        ...DETAIL,
        operationId: 'getProjectVersionBuild',
        run({ actor, services, slug, param, id, query, flex, href }) {
          const build = services.visibleBuilds.get(
            ...([actor, slug, param('version_slug'), id('build_id'), readBuildFilters(query)] as const),
          );
          return buildView(build, href, flex.expands('config'));
        },
      }),
    ],
  ),
];
