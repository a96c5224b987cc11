import { parseBody } from '../../../src-server/model/base/fields.ts';
import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';
import { ProjectImportBody } from '../../../src-server/model/projects/project-import.ts';
import { type ImportGuesses, type ImportValues, NO_VALUES } from './import-draft.ts';
import type { Found } from './use-inspection.ts';

/** Where the server's name of a field stands in the form. */
const FIELDS: Readonly<Record<string, keyof ImportValues | 'url'>> = {
  name: 'name',
  language: 'language',
  programming_language: 'programmingLanguage',
  default_branch: 'defaultBranch',
  default_version: 'defaultVersion',
  homepage: 'homepage',
  tags: 'tags',
  activate_tags: 'activateTags',
  allow_builds: 'allowBuilds',
  'repository.url': 'url',
};

/** The body of the import as the desk takes it. */
export function importBody(values: ImportValues, url: string, found: Found | undefined) {
  return {
    name: values.name,
    repository: { url: url.trim(), type: 'git' },
    language: values.language,
    programming_language: values.programmingLanguage,
    default_version: values.defaultVersion,
    default_branch: values.defaultBranch === '' ? null : values.defaultBranch,
    documentation_type: found?.files?.docs?.kind ?? 'sphinx',
    homepage: values.homepage,
    tags: values.tags,
    activate_tags: values.activateTags,
    allow_builds: values.allowBuilds,
  };
}

/** What is wrong with what was typed, by the rules of the server itself. */
export function importErrors(values: ImportValues, url: string): Record<string, string> {
  try {
    parseBody(ProjectImportBody, importBody(values, url, undefined));
    return {};
  } catch (error) {
    if (error instanceof Invalid) return formErrors(flat(error.errors, ''));
    throw error;
  }
}

/** The server's errors under the form's own names; those of no field of it under `rest`. */
export function formErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([key, message]) => [FIELDS[key] ?? 'rest', message]));
}

function flat(errors: FieldErrors, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, value]): [string, string][] =>
      Array.isArray(value)
        ? [[prefix + key, value.join(' ')]]
        : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  );
}

/** What a repository tells of the project. */
export function guessesOf({ defaultBranch, files }: Found, url: string): ImportGuesses {
  return {
    name: nameFromAddress(url),
    ...(defaultBranch !== null && { defaultBranch }),
    ...(files?.language && { programmingLanguage: files.language.code }),
  };
}

/**
 * The form with other guesses: they stand where nobody has typed anything, which is where the form is as it began or
 * as the last guesses left it.
 */
export function guessedAnew(values: ImportValues, last: ImportGuesses, next: ImportGuesses): ImportGuesses {
  const { name, defaultBranch, programmingLanguage } = NO_VALUES;
  const start = { name, defaultBranch, programmingLanguage };
  const isFree = (key: keyof ImportGuesses) => {
    const now = values[key].trim();
    return now === start[key] || now === last[key];
  };
  return {
    ...(isFree('name') && { name: next.name ?? name }),
    ...(isFree('defaultBranch') && { defaultBranch: next.defaultBranch ?? defaultBranch }),
    ...(isFree('programmingLanguage') && {
      programmingLanguage: next.programmingLanguage ?? programmingLanguage,
    }),
  };
}

/** A name as people would write it: `almanac-tools.git` is called Almanac tools. */
export function nameFromAddress(url: string): string {
  const last = url
    .trim()
    .replace(/[\\/]+$/, '')
    .split(/[\\/:]/)
    .at(-1);
  const words = (last ?? '')
    .replace(/\.git$/, '')
    .replaceAll(/[-_.\s]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 63);
}
