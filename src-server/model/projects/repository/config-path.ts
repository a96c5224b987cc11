import { text } from '../../base/fields.ts';

/** The only name that the configuration file of a project may have. */
const FILE_NAME = '.readthedocs.yaml';
const MAX_LENGTH = 1024;
/** The characters of a path that the service takes. */
const AVOIDED = /[[\]{}()`'"\\%&<>|,\p{Cc}]/u;

/** Creates the field for the path of a configuration file; '' becomes null (live-service.md 2). */
export function configPath() {
  const path = text({ max: MAX_LENGTH, blank: true, nullable: true, check: configPathError });
  return path.transform((value) => value || null).meta({ type: ['string', 'null'], maxLength: MAX_LENGTH });
}

/** Returns what is wrong with the path of a configuration file, in the words of the service; undefined when nothing is. */
export function configPathError(path: string): string | undefined {
  if (path === '') return undefined;
  if (path.startsWith('/'))
    return "Use a relative path. It should not begin with '/'. The path is relative to the root of your repository.";
  if (path.endsWith('/')) return "The path cannot end with '/', as it cannot be a directory.";
  if (path.includes('..')) return "Found invalid sequence in path: '..'";
  if (AVOIDED.test(path))
    return 'Found invalid character. Avoid these characters: <code>[]{}()`\'"\\%&lt;&gt;|,</code>';
  if (path.split('/').at(-1) !== FILE_NAME) return `The only allowed filename is <code>${FILE_NAME}</code>.`;
  return undefined;
}
