import { z } from 'zod';
import { isLanguage, LANGUAGES } from '../../model/projects/languages/languages.ts';
import { ProjectCreateBody, ProjectPatchBody, ProjectPutBody } from '../../model/projects/project.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import { languageParameters, readLanguages } from '../filters/project-filters.ts';
import { JsonMap } from '../http/answer-json.ts';
import type { FlexFields } from '../http/flex-fields.ts';
import { get, patch, post, put, type Resource, type RouteRequest, resource } from '../route.ts';
import { PROJECTS } from './paths.ts';
import { ProjectSchema, projectView } from './project.view.ts';
import { versionView } from './version.view.ts';

const PROJECT = `${PROJECTS}:project_slug/` as const;
const EXPANDABLE = { active_versions: { last_build: { config: {} } } };

type ExpandContext = Pick<RouteRequest<unknown>, 'services' | 'flex'>;

/** Makes the views of a page of projects, with their active versions if the request expands them. */
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

function update({ actor, services, slug, body }: RouteRequest<ProjectPatchBody>): void {
  services.projects.update(actor, slug, body);
}

/** Projects: the caller's list, import, detail, update (behaviour.md 2 and 7). */
export const projectResources: readonly Resource[] = [
  resource(
    PROJECTS,
    {
      name: 'Project list',
      description: 'The projects that you maintain, by slug; and the import of a new one.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'listProjects',
        summary: 'List your projects',
        answer: ProjectSchema,
        list: true,
        expandable: EXPANDABLE,
        query: languageParameters(LANGUAGES),
        run(request) {
          const filters = readLanguages(request.query, isLanguage);
          const page = request.services.projects.list(request.actor, filters, request.page);
          const views = expandedViews(request, page.items);
          return request.list(page, (project) => views.get(project));
        },
      }),
      post({
        operationId: 'createProject',
        summary: 'Import a project',
        answer: ProjectSchema,
        body: ProjectCreateBody,
        run: ({ actor, services, body }) => projectView(services.projects.create(actor, body)),
      }),
    ],
  ),
  resource(
    PROJECT,
    {
      name: 'Project',
      description: 'One project. Anybody signed in may read a public one; its maintainers may change it.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getProject',
        summary: 'Read a project',
        answer: ProjectSchema,
        expandable: EXPANDABLE,
        run: (request) => expandedView(request, request.services.projects.get(request.actor, request.slug)),
      }),
      put({
        operationId: 'replaceProject',
        access: 'maintainer',
        summary: 'Update a project, naming all its required fields',
        body: ProjectPutBody,
        run: update,
      }),
      patch({
        operationId: 'updateProject',
        access: 'maintainer',
        summary: 'Update some fields of a project',
        body: ProjectPatchBody,
        run: update,
      }),
    ],
  ),
  resource(
    `${PROJECT}superproject/`,
    {
      name: 'Superproject',
      description: 'The project that this one is a subproject of.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'getProjectSuperproject',
        access: 'reader',
        summary: 'Read the superproject; 404 with an empty body when there is none',
        answer: ProjectSchema,
        expandable: EXPANDABLE,
        run: (request) =>
          expandedView(request, request.services.projects.superproject(request.actor, request.slug)),
      }),
    ],
  ),
  resource(
    `${PROJECT}translations/`,
    {
      name: 'Translation list',
      description: 'The projects that translate this one into other languages.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectTranslations',
        summary: 'List the translations',
        answer: ProjectSchema,
        list: true,
        run: ({ actor, services, slug, page, list }) =>
          list(services.translations.list(actor, slug, page), (item) => projectView(item)),
      }),
    ],
  ),
  resource(
    `${PROJECT}sync-versions/`,
    {
      name: 'Version sync',
      description: "A sync reads the repository's branches and tags again.",
      access: 'maintainer',
    },
    [
      post({
        operationId: 'triggerProjectSyncVersions',
        summary: "Request a sync of the repository's versions",
        status: 202,
        answer: z.strictObject({ triggered: z.literal(true) }),
        run({ actor, services, slug }) {
          services.versionSync.request(actor, slug);
          return { triggered: true };
        },
      }),
    ],
  ),
];
