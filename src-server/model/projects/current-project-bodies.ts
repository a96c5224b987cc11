import type { z } from 'zod';
import { bool, choice, field, NOT_NULL, nested, text, url } from '../base/fields.ts';
import { pythonTypeName } from '../base/text/python-repr.ts';
import { CURRENT_LANGUAGES, fromCurrentLanguage } from './languages/languages.ts';
import { projectFields, VERSIONING_SCHEMES } from './project.ts';
import { configPath } from './repository/config-path.ts';
import { BAD_CHARACTER, storedRepositoryUrlError } from './repository/repository-url.ts';
import { MAX_TAG_LENGTH } from './tags.ts';

const NO_SSH = 'Manual cloning via SSH is not supported';
const SSH = /^ssh(?:\+git)?:|^[^/:@\s]+@./i;

/**
 * Returns what is wrong with a repository URL in the words of today's service, which clones over SSH only with a
 * connected account. Folders of this computer are taken, as in the other dialect.
 */
function currentRepositoryUrlError(repositoryUrl: string): string | undefined {
  const error = storedRepositoryUrlError(repositoryUrl);
  return error !== BAD_CHARACTER && SSH.test(repositoryUrl) ? NO_SSH : error;
}

/** Tags as a list of strings, or as such a list in JSON text (live-service.md 2, "Project create"). */
const tags = field<readonly string[]>(
  (input, report) => {
    const list = typeof input === 'string' ? parseList(input) : input;
    if (list === null) report(NOT_NULL);
    else if (list === undefined)
      report('Invalid json list. A tag list submitted in string form must be valid json.');
    else if (!Array.isArray(list)) report(`Expected a list of items but got type "${pythonTypeName(list)}".`);
    else if (list.some((tag) => typeof tag !== 'string')) report('All list items must be of string type.');
    else for (const error of tagErrors(list)) report(error);
    return Array.isArray(list)
      ? [...new Set(list.map((tag) => String(tag).trim()).filter((tag) => tag !== ''))]
      : [];
  },
  { type: 'array', items: { type: 'string', maxLength: MAX_TAG_LENGTH } },
);

/** Returns what is wrong with single tags, each fault once. The length is that of a seed file, so that one can be made. */
function tagErrors(list: readonly unknown[]): ReadonlySet<string> {
  const tag = text({ max: MAX_TAG_LENGTH, blank: true });
  const issues = list.flatMap((one) => tag.safeParse(one).error?.issues ?? []);
  return new Set(issues.map(({ message }) => message));
}

/** undefined when the text is no JSON. */
function parseList(json: string): unknown {
  try {
    return JSON.parse(json === '' ? '[]' : json) as unknown;
  } catch {
    return undefined;
  }
}

const repository = nested({
  url: text({ max: 255, check: currentRepositoryUrlError }),
  type: choice(['git']).optional(),
});
const language = choice(CURRENT_LANGUAGES.map(({ code }) => code))
  .transform(fromCurrentLanguage)
  .meta({ type: 'string', enum: CURRENT_LANGUAGES.map(({ code }) => code) });

/** What the bodies of a project share; unknown keys, such as `single_version`, are ignored. */
const details = {
  homepage: url({ max: 200, blank: true }).optional(),
  language: language.optional(),
  programming_language: projectFields.programming_language.optional(),
  readthedocs_yaml_path: configPath().optional(),
  tags: tags.optional(),
};

const settings = {
  ...details,
  analytics_code: text({ max: 50, blank: true, nullable: true }).optional(),
  analytics_disabled: bool().nullable().optional(),
  default_branch: projectFields.default_branch.optional(),
  default_version: projectFields.default_version.optional(),
  external_builds_enabled: bool().optional(),
  show_version_warning: bool().optional(),
  versioning_scheme: choice(VERSIONING_SCHEMES).optional(),
};

/** Body of an import at today's service. */
export const CurrentProjectCreateBody = nested({ name: projectFields.name, repository, ...details });
export type CurrentProjectCreateBody = z.infer<typeof CurrentProjectCreateBody>;

/** Body of a full update at today's service. */
export const CurrentProjectPutBody = nested({ name: projectFields.name, repository, ...settings });
export type CurrentProjectPutBody = z.infer<typeof CurrentProjectPutBody>;

/** Body of a partial update at today's service. */
export const CurrentProjectPatchBody = nested({
  name: projectFields.name.optional(),
  repository: repository.partial().optional(),
  ...settings,
});
export type CurrentProjectPatchBody = z.infer<typeof CurrentProjectPatchBody>;
