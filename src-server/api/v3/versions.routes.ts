import { PRIVACY_LEVELS } from '../../model/projects/project.ts';
import { VersionUpdateBody } from '../../model/versions/version.ts';
import { choiceParameter, textParameter } from '../filters/query-parameters.ts';
import { readVersionFlags, VERSION_FLAGS } from '../filters/version-filters.ts';
import { filterText, lastValue, queryChoice } from '../http/read-query.ts';
import { get, patch, put, type Resource, type RouteRequest, resource } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { VersionSchema, versionView } from './version.view.ts';

const EXPANDABLE = { last_build: { config: {} } };

const UPDATE = {
  summary: 'Switch a version on or off',
  body: VersionUpdateBody,
  find({ actor, services, slug, param }: RouteRequest<undefined>) {
    services.versions.get(actor, slug, param('version_slug'), false);
  },
  run({ actor, services, slug, param, body }: RouteRequest<VersionUpdateBody>) {
    services.versions.update(actor, slug, param('version_slug'), body);
  },
};

/** The detail of a version under one of its two paths; `name` ends its operation ids. */
function versionResource(
  segment: 'version' | 'versions',
  description: string,
  name: 'ProjectVersion' | 'ProjectsVersion',
): Resource {
  const path = `${PROJECTS}:project_slug/${segment}/:version_slug/` as const;
  return resource(path, { name: 'Version', description, access: 'maintainer' }, [
    get({
      operationId: `get${name}`,
      access: 'reader',
      summary: 'Read a version',
      answer: VersionSchema,
      expandable: EXPANDABLE,
      run: ({ actor, services, slug, param, flex }) =>
        versionView(
          services.versions.get(actor, slug, param('version_slug'), flex.expands('last_build')),
          flex.expands('last_build.config'),
        ),
    }),
    put({ ...UPDATE, operationId: `replace${name}` }),
    patch({ ...UPDATE, operationId: `update${name}` }),
  ]);
}

/** Versions of a project (behaviour.md 6 and 8). */
export const versionResources: readonly Resource[] = [
  resource(
    `${PROJECTS}:project_slug/versions/`,
    {
      name: 'Version list',
      description: "A project's versions by name, descending, without those of pull requests.",
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectVersions',
        summary: 'List the versions',
        answer: VersionSchema,
        list: true,
        expandable: EXPANDABLE,
        query: [
          ...VERSION_FLAGS,
          textParameter('verbose_name', 'Only the version of this name.'),
          choiceParameter('privacy_level', 'Only versions of this privacy.', PRIVACY_LEVELS),
        ],
        run({ actor, services, slug, query, page, list, flex }) {
          const filters = {
            ...readVersionFlags(query),
            verboseName: filterText(query, 'verbose_name'),
            privacyLevel: queryChoice('privacy_level', lastValue(query, 'privacy_level'), (value) =>
              PRIVACY_LEVELS.some((level) => level === value),
            ),
          };
          const versions = services.versions.list(actor, slug, filters, page, flex.expands('last_build'));
          const withConfig = flex.expands('last_build.config');
          return list(versions, (record) => versionView(record, withConfig));
        },
      }),
    ],
  ),
  versionResource(
    'versions',
    'One version. Switching it on builds it; switching it off removes its pages.',
    'ProjectVersion',
  ),
  // The specification's path for updates; clients call the other one as well (behaviour.md, Decisions).
  versionResource(
    'version',
    'The same as the version itself, under the path that the specification gives for updates.',
    'ProjectsVersion',
  ),
];
