import { z } from 'zod';
import { lastNonEmptyValue } from '../http/query-values.ts';
import { type Resource, route } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { canonicalUrl, ProjectSchema, projectView } from './project.view.ts';
import { VersionSchema, versionView } from './version.view.ts';

const PROJECT = `${PROJECTS}:id/`;

/** Public projects; beyond the specification, what clients of the older API also ask of one (behaviour.md 17). */
export const projectResources: readonly Resource[] = [
  {
    dialect: 'v2',
    path: PROJECTS,
    name: 'Project list',
    description: 'The public projects, by slug.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: PROJECTS,
        access: 'open',
        summary: 'List the public projects',
        status: 200,
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
          list(services.v2Reads.projects({ slug: lastNonEmptyValue(query, 'slug') }, page), projectView),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: PROJECT,
    name: 'Project',
    description: 'One public project.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: PROJECT,
        access: 'open',
        summary: 'Read a project',
        status: 200,
        answer: ProjectSchema,
        refusals: [404],
        run: ({ services, id }) => projectView(services.v2Reads.project(id('id'))),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: `${PROJECT}active_versions/`,
    name: 'Active versions',
    description: 'The active versions of a project, built or not, by name from the last to the first.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}active_versions/`,
        access: 'open',
        summary: 'List the active versions of a project',
        status: 200,
        answer: z.strictObject({ versions: z.array(VersionSchema) }),
        refusals: [404],
        run: ({ services, id }) => ({
          versions: services.v2Reads.activeVersions(id('id')).map(versionView),
        }),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: `${PROJECT}translations/`,
    name: 'Translations',
    description: 'The public projects that translate a project, by slug.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}translations/`,
        access: 'open',
        summary: 'List the translations of a project',
        status: 200,
        answer: z.strictObject({ translations: z.array(ProjectSchema) }),
        refusals: [404],
        run: ({ services, id }) => ({
          translations: services.v2Reads.translations(id('id')).map(projectView),
        }),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: `${PROJECT}subprojects/`,
    name: 'Subprojects',
    description:
      'The public projects that are subprojects of a project, in the order in which they joined it.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}subprojects/`,
        access: 'open',
        summary: 'List the subprojects of a project',
        status: 200,
        answer: z.strictObject({ subprojects: z.array(ProjectSchema) }),
        refusals: [404],
        run: ({ services, id }) => ({
          subprojects: services.v2Reads.subprojects(id('id')).map(projectView),
        }),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: `${PROJECT}canonical_url/`,
    name: 'Canonical URL',
    description: "Where the pages of a project's default version begin.",
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}canonical_url/`,
        access: 'open',
        summary: 'Read the canonical URL of a project',
        status: 200,
        answer: z.strictObject({ url: z.url() }),
        refusals: [404],
        run: ({ services, id }) => ({ url: canonicalUrl(services.v2Reads.project(id('id'))) }),
      }),
    ],
  },
];
