import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import {
  LANGUAGES,
  languageName,
  PROGRAMMING_LANGUAGES,
  programmingLanguageName,
} from '../../model/projects/languages/languages.ts';
import { effectiveDefaultBranch, REPOSITORY_TYPES } from '../../model/projects/project.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import type { JsonMap } from '../http/answer-json.ts';
import { projectPath } from './paths.ts';
import { VersionSchema } from './version.view.ts';

const Path = z.string().startsWith('/api/v3/');

/** A project without its parent and main project, which are projects themselves. */
const ProjectCore = z.strictObject({
  _links: z.strictObject({
    _self: Path,
    builds: Path,
    environmentvariables: Path,
    redirects: Path,
    subprojects: Path,
    superproject: Path,
    translations: Path,
    versions: Path,
  }),
  active_versions: z.record(z.string(), VersionSchema).optional(),
  created: z.iso.datetime(),
  default_branch: z.string(),
  default_version: z.string(),
  homepage: z.string().nullable(),
  id: z.int(),
  language: z.strictObject({ code: z.enum(LANGUAGES.map(({ code }) => code)), name: z.string() }),
  modified: z.iso.datetime(),
  name: z.string(),
  programming_language: z.strictObject({
    code: z.enum(['', ...PROGRAMMING_LANGUAGES.map(({ code }) => code)]),
    name: z.string(),
  }),
  repository: z.strictObject({ type: z.enum(REPOSITORY_TYPES), url: z.string() }),
  slug: z.string(),
  tags: z.array(z.string()),
  urls: z.strictObject({ documentation: z.string(), home: z.string() }),
  users: z.array(z.strictObject({ username: z.string() })),
});

/** Schema of a project in v3. */
export const ProjectSchema: z.ZodType = ProjectCore.extend({
  get subproject_of() {
    return ProjectSchema.nullable();
  },
  get translation_of() {
    return ProjectSchema.nullable();
  },
}).meta({ id: 'Project' });

/** Schema of the child of a subproject relationship, without its parent (behaviour.md 10). */
export const ChildProjectSchema = ProjectCore.extend({ translation_of: ProjectSchema.nullable() }).meta({
  id: 'ChildProject',
});

/** Makes v3's project; `activeVersions` is included on request only. */
export function projectView(record: ProjectRecord, activeVersions?: JsonMap): object {
  return view(record, activeVersions, true);
}

/** Makes v3's project without `subproject_of`. */
export function childProjectView(record: ProjectRecord): object {
  return view(record, undefined, false);
}

/** Writes the keys in order, so that they need no sorting (answer-json.ts). */
function view(record: ProjectRecord, activeVersions: JsonMap | undefined, withParent: boolean): object {
  const { project, place } = record;
  const documentation = documentationUrl(place, record.effectiveDefaultVersion);
  return {
    _links: links(project.slug),
    ...(activeVersions && { active_versions: activeVersions }),
    created: formatTimestamp(project.created),
    default_branch: effectiveDefaultBranch(project),
    default_version: project.defaultVersion,
    homepage: project.homepage || null,
    id: project.id,
    language: { code: project.language, name: languageName(project.language) },
    modified: formatTimestamp(project.modified),
    name: project.name,
    programming_language: {
      code: project.programmingLanguage,
      name: programmingLanguageName(project.programmingLanguage),
    },
    repository: { type: project.repositoryType, url: project.repositoryUrl },
    slug: project.slug,
    ...(withParent && { subproject_of: record.superproject && projectView(record.superproject) }),
    tags: project.tags,
    translation_of: record.mainProject && projectView(record.mainProject),
    urls: { documentation, home: project.homepage || documentation },
    users: record.maintainers.map(({ username }) => ({ username })),
  };
}

function links(slug: string): object {
  const self = projectPath(slug);
  return {
    _self: self,
    builds: `${self}builds/`,
    environmentvariables: `${self}environmentvariables/`,
    redirects: `${self}redirects/`,
    subprojects: `${self}subprojects/`,
    superproject: `${self}superproject/`,
    translations: `${self}translations/`,
    versions: `${self}versions/`,
  };
}
