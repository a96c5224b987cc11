import { z } from 'zod';
import { filterText } from '../http/read-query.ts';
import { get, type Resource, resource } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { canonicalUrl, ProjectSchema, projectView } from './project.view.ts';
import { VersionSchema, versionView } from './version.view.ts';

const PROJECT = `${PROJECTS}:id/` as const;

/** Public projects; beyond the specification, what clients of the older API also ask of one (behaviour.md 17). */
export const projectResources: readonly Resource[] = [
  resource(
    PROJECTS,
    { name: 'Project list', description: 'The public projects, by slug.', access: 'signed-in' },
    [
      get({
        operationId: 'listV2Projects',
        access: 'open',
        summary: 'List the public projects',
        answer: ProjectSchema,
        list: true,
        query: [
          {
            name: 'slug',
            description: 'Only the project with exactly this slug.',
            schema: { type: 'string' },
          },
        ],
        run: ({ services, query, page, list }) =>
          list(services.v2Reads.projects({ slug: filterText(query, 'slug') }, page), projectView),
      }),
    ],
  ),
  resource(PROJECT, { name: 'Project', description: 'One public project.', access: 'signed-in' }, [
    get({
      operationId: 'getV2Project',
      access: 'open',
      summary: 'Read a project',
      answer: ProjectSchema,
      run: ({ services, id }) => projectView(services.v2Reads.project(id('id'))),
    }),
  ]),
  resource(
    `${PROJECT}active_versions/`,
    {
      name: 'Active versions',
      description: 'The active versions of a project, built or not, by name from the last to the first.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getV2ProjectActiveVersions',
        access: 'open',
        summary: 'List the active versions of a project',
        answer: z.strictObject({ versions: z.array(VersionSchema) }),
        run: ({ services, id }) => ({
          versions: services.v2Reads.activeVersions(id('id')).map(versionView),
        }),
      }),
    ],
  ),
  resource(
    `${PROJECT}translations/`,
    {
      name: 'Translations',
      description: 'The public projects that translate a project, by slug.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getV2ProjectTranslations',
        access: 'open',
        summary: 'List the translations of a project',
        answer: z.strictObject({ translations: z.array(ProjectSchema) }),
        run: ({ services, id }) => ({
          translations: services.v2Reads.translations(id('id')).map(projectView),
        }),
      }),
    ],
  ),
  resource(
    `${PROJECT}subprojects/`,
    {
      name: 'Subprojects',
      description:
        'The public projects that are subprojects of a project, in the order in which they joined it.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getV2ProjectSubprojects',
        access: 'open',
        summary: 'List the subprojects of a project',
        answer: z.strictObject({ subprojects: z.array(ProjectSchema) }),
        run: ({ services, id }) => ({
          subprojects: services.v2Reads.subprojects(id('id')).map(projectView),
        }),
      }),
    ],
  ),
  resource(
    `${PROJECT}canonical_url/`,
    {
      name: 'Canonical URL',
      description: "Where the pages of a project's default version begin.",
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getV2ProjectCanonicalUrl',
        access: 'open',
        summary: 'Read the canonical URL of a project',
        answer: z.strictObject({ url: z.url() }),
        run: ({ services, id }) => ({ url: canonicalUrl(services.v2Reads.project(id('id'))) }),
      }),
    ],
  ),
];
