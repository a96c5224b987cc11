import { z } from 'zod';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import { LANGUAGES, PROGRAMMING_LANGUAGES } from '../../model/projects/languages/languages.ts';
import { DOCUMENTATION_TYPES, REPOSITORY_TYPES } from '../../model/projects/project.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';

/** Schema of a project in v2. */
export const ProjectSchema = z
  .strictObject({
    canonical_url: z.url(),
    default_branch: z.string().nullable(),
    default_version: z.string(),
    description: z.string(),
    documentation_type: z.enum(DOCUMENTATION_TYPES),
    id: z.int(),
    language: z.enum(LANGUAGES.map(({ code }) => code)),
    name: z.string(),
    programming_language: z.enum(['', ...PROGRAMMING_LANGUAGES.map(({ code }) => code)]),
    repo: z.string(),
    repo_type: z.enum(REPOSITORY_TYPES),
    slug: z.string(),
    users: z.array(z.int()),
  })
  .meta({ id: 'V2Project' });

/** Makes v2's project: flat codes, maintainers as ids, and null unless a default branch was chosen (behaviour.md 17). */
export function projectView(record: ProjectRecord): object {
  const { project, maintainers } = record;
  return {
    canonical_url: canonicalUrl(record),
    default_branch: project.defaultBranch,
    default_version: project.defaultVersion,
    description: project.description,
    documentation_type: project.documentationType,
    id: project.id,
    language: project.language,
    name: project.name,
    programming_language: project.programmingLanguage,
    repo: project.repositoryUrl,
    repo_type: project.repositoryType,
    slug: project.slug,
    users: maintainers.map(({ id }) => id),
  };
}

/** Gives the URL at which the default version's pages begin. */
export function canonicalUrl({ place, effectiveDefaultVersion }: ProjectRecord): string {
  return documentationUrl(place, effectiveDefaultVersion);
}
