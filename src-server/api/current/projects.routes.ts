import { z } from 'zod';
import {
  CurrentProjectCreateBody,
  CurrentProjectPatchBody,
  CurrentProjectPutBody,
} from '../../model/projects/current-project-bodies.ts';
import {
  CURRENT_LANGUAGES,
  fromCurrentLanguage,
  isCurrentLanguage,
} from '../../model/projects/languages/languages.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import type { ProjectFilters } from '../../store/tables/projects/projects.ts';
import { languageParameters, readLanguages } from '../filters/project-filters.ts';
import { textParameter } from '../filters/query-parameters.ts';
import { NothingDone } from '../http/http-problems.ts';
import { filterText } from '../http/read-query.ts';
import {
  get,
  patch,
  post,
  put,
  type QueryParameter,
  type Resource,
  type RouteRequest,
  resource,
} from '../route.ts';
import { PROJECT, PROJECTS } from './views/links.ts';
import { ProjectSchema, projectView } from './views/project.view.ts';
import { versionView } from './views/version.view.ts';

/** `teams` is permitted and shows nothing, as for an account without organisations. */
const EXPANDABLE = { active_versions: {}, organization: {}, permissions: {}, teams: {} };

const FILTERS: readonly QueryParameter[] = [
  textParameter('name', 'Only projects whose name has this part.'),
  textParameter('slug', 'Only projects whose slug has this part.'),
  ...languageParameters(CURRENT_LANGUAGES),
];

function filters(query: URLSearchParams): ProjectFilters {
  const { language, programmingLanguage } = readLanguages(query, isCurrentLanguage);
  return {
    language: language && fromCurrentLanguage(language),
    programmingLanguage,
    namePart: filterText(query, 'name'),
    slugPart: filterText(query, 'slug'),
  };
}

type ViewContext = Pick<RouteRequest<unknown>, 'actor' | 'services' | 'flex' | 'href'>;

/** Makes the views of a page of projects, with what the request expands. */
function expandedViews(
  { actor, services, flex, href }: ViewContext,
  projects: readonly ProjectRecord[],
): Map<ProjectRecord, object> {
  const versions = flex.expands('active_versions')
    ? services.visibleVersions.publishedOf(projects)
    : undefined;
  const view = (record: ProjectRecord) =>
    projectView(record, href, {
      ...(versions && {
        activeVersions: (versions.get(record.project.id) ?? []).map((each) => versionView(each, href)),
      }),
      ...(flex.expands('organization') && { organization: null }),
      ...(flex.expands('permissions') && { isAdmin: services.visibleProjects.isAdmin(actor, record) }),
    });
  return new Map(projects.map((record) => [record, view(record)]));
}

function update({ actor, services, slug, body }: RouteRequest<CurrentProjectPatchBody>): void {
  services.currentProjects.update(actor, slug, body);
}

/** Projects: the caller's list, import, detail, update, and what belongs to a project (live-service.md 2). */
export const projectResources: readonly Resource[] = [
  resource(
    PROJECTS,
    {
      name: 'Project list',
      description: 'The projects that you maintain, by slug; and the import of a new one.',
      access: 'signed-in',
      model: 'Project',
    },
    [
      get({
        operationId: 'listProjects',
        summary: 'List your projects',
        answer: ProjectSchema,
        list: true,
        expandable: EXPANDABLE,
        query: FILTERS,
        run(request) {
          const page = request.services.projects.list(request.actor, filters(request.query), request.page);
          const views = expandedViews(request, page.items);
          return request.list(page, (project) => views.get(project));
        },
      }),
      post({
        operationId: 'createProject',
        summary: 'Import a project',
        answer: ProjectSchema,
        body: CurrentProjectCreateBody,
        run: ({ actor, services, body, href }) =>
          projectView(services.currentProjects.create(actor, body), href),
      }),
    ],
  ),
  resource(
    PROJECT,
    {
      name: 'Project',
      description: 'One project. Anybody may read a public one; its maintainers may change it.',
      // Other methods than these are refused to everybody before they are called unknown.
      access: 'nobody',
      model: 'Project',
    },
    [
      get({
        operationId: 'getProject',
        access: 'open',
        summary: 'Read a project',
        answer: ProjectSchema,
        expandable: EXPANDABLE,
        query: FILTERS,
        run(request) {
          const { actor, services, slug, query } = request;
          const record = services.visibleProjects.get(actor, slug, filters(query));
          return expandedViews(request, [record]).get(record);
        },
      }),
      put({
        operationId: 'replaceProject',
        access: 'maintainer',
        summary: 'Update a project, naming all its required fields',
        body: CurrentProjectPutBody,
        run: update,
      }),
      patch({
        operationId: 'updateProject',
        access: 'maintainer',
        summary: 'Update some fields of a project',
        body: CurrentProjectPatchBody,
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
      model: 'Project',
    },
    [
      get({
        operationId: 'getProjectSuperproject',
        access: 'open',
        summary: 'Read the superproject; 404 with an empty body when there is none',
        answer: ProjectSchema,
        selectable: false,
        run: ({ actor, services, slug, href }) =>
          projectView(services.projects.superproject(actor, slug), href),
      }),
    ],
  ),
  resource(
    `${PROJECT}translations/`,
    {
      name: 'Translation list',
      description: 'The projects that translate this one into other languages, by slug.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectTranslations',
        access: 'open',
        summary: 'List the translations',
        answer: ProjectSchema,
        list: true,
        run: ({ actor, services, slug, page, list, href }) =>
          list(services.visibleRelations.translations(actor, slug, page), (item) => projectView(item, href)),
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
        refusal: z.strictObject({ triggered: z.literal(false) }),
        run({ actor, services, slug }) {
          const triggered = services.versionSync.requestIfReadable(actor, slug);
          if (!triggered) throw new NothingDone('Only git repositories can be read.', { triggered });
          return { triggered };
        },
      }),
    ],
  ),
];
