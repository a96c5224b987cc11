import { z } from 'zod';
import { queryChoices } from '../../model/base/fields.ts';
import {
  isLanguage,
  isProgrammingLanguage,
  LANGUAGES,
  PROGRAMMING_LANGUAGES,
} from '../../model/projects/languages.ts';
import { ProjectCreateBody, ProjectPatchBody, ProjectPutBody } from '../../model/projects/project.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import { JsonMap } from '../http/answer-json.ts';
import type { FlexFields } from '../http/flex-fields.ts';
import { lastValue } from '../http/query-values.ts';
import { type Method, type Resource, type Route, type RouteRequest, route } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { ProjectSchema, projectView } from './project.view.ts';
import { versionView } from './version.view.ts';

const PROJECT = `${PROJECTS}:project_slug/`;
const EXPANDABLE = { active_versions: { last_build: { config: {} } } };

type ExpandContext = Pick<RouteRequest<unknown>, 'services' | 'flex'>;

/** Adds the active versions of a whole page of projects, where they were asked for. */
function expandedViews(
  { services, flex }: ExpandContext,
  projects: readonly ProjectRecord[],
): Map<ProjectRecord, object> {
  if (!flex.expands('active_versions')) {
    return new Map(projects.map((project) => [project, projectView(project)]));
  }
  const versions = services.versions.publishedOf(projects, flex.expands('active_versions.last_build'));
  const view = (project: ProjectRecord) =>
    projectView(project, versionMap(versions.get(project.project.id) ?? [], flex));
  return new Map(projects.map((project) => [project, view(project)]));
}

function versionMap(versions: readonly Parameters<typeof versionView>[0][], flex: FlexFields) {
  const withConfig = flex.expands('active_versions.last_build.config');
  return new JsonMap(
    Object.fromEntries(versions.map((record) => [record.version.slug, versionView(record, withConfig)])),
  );
}

function expandedView(context: ExpandContext, project: ProjectRecord): object {
  return expandedViews(context, [project]).get(project) ?? {};
}

function update(method: Method, body: z.ZodType<ProjectPatchBody>, summary: string): Route {
  return route({
    method,
    path: PROJECT,
    access: 'maintainer',
    summary,
    status: 204,
    body,
    refusals: [403, 404],
    run: ({ actor, services, param, body: changes }) =>
      services.projects.update(actor, param('project_slug'), changes),
  });
}

/** Projects: the caller's list, import, detail, update (behaviour.md 2 and 7). */
export const projectResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: PROJECTS,
    name: 'Project list',
    description: 'The projects that you maintain, by slug; and the import of a new one.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: PROJECTS,
        access: 'signed-in',
        summary: 'List your projects',
        status: 200,
        answer: ProjectSchema,
        list: true,
        selectable: true,
        expandable: EXPANDABLE,
        query: [
          {
            name: 'language',
            description: 'Only projects in this language.',
            schema: { type: 'string', enum: LANGUAGES.map(({ code }) => code) },
          },
          {
            name: 'programming_language',
            description: 'Only projects about this programming language.',
            schema: { type: 'string', enum: PROGRAMMING_LANGUAGES.map(({ code }) => code) },
          },
        ],
        refusals: [400],
        run(request) {
          const { actor, services, query } = request;
          const { language, programming_language: programmingLanguage } = queryChoices({
            language: { value: lastValue(query, 'language'), isValid: isLanguage },
            programming_language: {
              value: lastValue(query, 'programming_language'),
              isValid: isProgrammingLanguage,
            },
          });
          const filters = { language, programmingLanguage };
          const page = services.projects.list(actor, filters, request.page);
          const views = expandedViews(request, page.items);
          return request.list(page, (project) => views.get(project));
        },
      }),
      route({
        method: 'POST',
        path: PROJECTS,
        access: 'signed-in',
        summary: 'Import a project',
        status: 201,
        answer: ProjectSchema,
        body: ProjectCreateBody,
        run: ({ actor, services, body }) => projectView(services.projects.create(actor, body)),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: PROJECT,
    name: 'Project',
    description: 'One project. Anybody signed in may read a public one; its maintainers may change it.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: PROJECT,
        access: 'signed-in',
        summary: 'Read a project',
        status: 200,
        answer: ProjectSchema,
        selectable: true,
        expandable: EXPANDABLE,
        refusals: [404],
        run: (request) =>
          expandedView(request, request.services.projects.get(request.actor, request.param('project_slug'))),
      }),
      update('PUT', ProjectPutBody, 'Update a project, naming all its required fields'),
      update('PATCH', ProjectPatchBody, 'Update some fields of a project'),
    ],
  },
  {
    dialect: 'v3',
    path: `${PROJECT}superproject/`,
    name: 'Superproject',
    description: 'The project that this one is a subproject of.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}superproject/`,
        access: 'reader',
        summary: 'Read the superproject; 404 with an empty body when there is none',
        status: 200,
        answer: ProjectSchema,
        selectable: true,
        expandable: EXPANDABLE,
        refusals: [404],
        run: (request) =>
          expandedView(
            request,
            request.services.projects.superproject(request.actor, request.param('project_slug')),
          ),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: `${PROJECT}translations/`,
    name: 'Translation list',
    description: 'The projects that translate this one into other languages.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: `${PROJECT}translations/`,
        access: 'maintainer',
        summary: 'List the translations',
        status: 200,
        answer: ProjectSchema,
        list: true,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, page, list }) =>
          list(services.translations.list(actor, param('project_slug'), page), (item) => projectView(item)),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: `${PROJECT}sync-versions/`,
    name: 'Version sync',
    description: "Reading the repository's branches and tags anew.",
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'POST',
        path: `${PROJECT}sync-versions/`,
        access: 'maintainer',
        summary: "Ask for the repository's versions to be read anew",
        status: 202,
        answer: z.strictObject({ triggered: z.literal(true) }),
        refusals: [403, 404],
        run({ actor, services, param }) {
          services.versionSync.request(actor, param('project_slug'));
          return { triggered: true };
        },
      }),
    ],
  },
];
