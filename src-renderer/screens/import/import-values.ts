import { ProjectImportBody } from '../../../src-server/model/projects/project-import.ts';
import { type Form, schemaErrors } from '../../ui/form/use-form.ts';
import { EMPTY_VALUES, type ImportGuesses, type ImportValues } from './import-draft.ts';
import type { InspectionResult } from './use-inspection.ts';

/** Values of the form, with the URL or path of the repository. */
export type ImportFormValues = ImportValues & { readonly url: string };

/** The form as its parts take it. */
export type ImportFormState = Form<ImportFormValues>;

/** Names of the form's fields in the request body. */
export const BODY_NAMES = {
  programmingLanguage: 'programming_language',
  defaultBranch: 'default_branch',
  defaultVersion: 'default_version',
  activateTags: 'activate_tags',
  allowBuilds: 'allow_builds',
  url: 'repository.url',
} as const;

/** Makes the request body of the import; `address` is what is typed, as git takes it. */
export function importBody(values: ImportValues, address: string, result: InspectionResult | undefined) {
  return {
    name: values.name,
    repository: { url: address, type: 'git' as const },
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

/** Says what is wrong with the URL or path of a repository. */
export function urlError(address: string): string | undefined {
  const body = importBody({ ...EMPTY_VALUES, name: 'x' }, address, undefined);
  return schemaErrors(ProjectImportBody, body)[BODY_NAMES.url];
}

/** Says of a path that begins nowhere what to enter instead; any other problem of an address stays as it is. */
export function explainAddress(problem: string | undefined, address: string): string | undefined {
  const isPath = address !== '' && !address.includes(':');
  return problem !== undefined && isPath && urlError(address) !== undefined
    ? 'Enter a whole path, such as ~/almanac, or the URL of a Git repository.'
    : problem;
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
