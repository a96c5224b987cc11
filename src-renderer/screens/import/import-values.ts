import { parseBody } from '../../../src-server/model/base/fields.ts';
import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';
import { ProjectImportBody } from '../../../src-server/model/projects/project-import.ts';
import { EMPTY_VALUES, type ImportGuesses, type ImportValues } from './import-draft.ts';
import type { InspectionResult } from './use-inspection.ts';

/** Form field of each field name in validation errors. */
const FORM_FIELDS: Readonly<Record<string, keyof ImportValues | 'url'>> = {
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

/** Makes the request body of the import. */
export function importBody(values: ImportValues, url: string, result: InspectionResult | undefined) {
  return {
    name: values.name,
    repository: { url: url.trim(), type: 'git' },
    language: values.language,
    programming_language: values.programmingLanguage,
    default_version: values.defaultVersion,
    default_branch: values.defaultBranch === '' ? null : values.defaultBranch,
    documentation_type: result?.files?.docs?.kind ?? 'sphinx',
    homepage: values.homepage,
    tags: values.tags,
    activate_tags: values.activateTags,
    allow_builds: values.allowBuilds,
  };
}

/** Validates the form with the server's schema. */
export function importErrors(values: ImportValues, url: string): Record<string, string> {
  try {
    parseBody(ProjectImportBody, importBody(values, url, undefined));
    return {};
  } catch (error) {
    if (error instanceof Invalid) return formErrors(flattenErrors(error.errors, ''));
    throw error;
  }
}

/** Maps the server's errors to form fields; the others to `rest`. */
export function formErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([key, message]) => [FORM_FIELDS[key] ?? 'rest', message]),
  );
}

function flattenErrors(errors: FieldErrors, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, value]): [string, string][] =>
      Array.isArray(value)
        ? [[prefix + key, value.join(' ')]]
        : Object.entries(flattenErrors(value, `${prefix}${key}.`)),
    ),
  );
}

/** Guesses form values from an inspected repository. */
export function guessValues({ defaultBranch, files }: InspectionResult, url: string): ImportGuesses {
  return {
    name: nameFromUrl(url),
    ...(defaultBranch !== null && { defaultBranch }),
    ...(files?.language && { programmingLanguage: files.language.code }),
  };
}

/**
 * Applies new guesses to fields that the person has not edited: those still at the initial value or at the last guess.
 */
export function applyGuesses(values: ImportValues, last: ImportGuesses, next: ImportGuesses): ImportGuesses {
  const { name, defaultBranch, programmingLanguage } = EMPTY_VALUES;
  const start = { name, defaultBranch, programmingLanguage };
  const isUntouched = (key: keyof ImportGuesses) => {
    const current = values[key].trim();
    return current === start[key] || current === last[key];
  };
  return {
    ...(isUntouched('name') && { name: next.name ?? name }),
    ...(isUntouched('defaultBranch') && { defaultBranch: next.defaultBranch ?? defaultBranch }),
    ...(isUntouched('programmingLanguage') && {
      programmingLanguage: next.programmingLanguage ?? programmingLanguage,
    }),
  };
}

/** Makes a readable name: `almanac-tools.git` becomes `Almanac tools`. */
export function nameFromUrl(url: string): string {
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
