import { posix } from 'node:path';
import { asText, type ConfigField, isNull, problemAt, quoted } from './config-field.ts';

/** The folder of the service's own checkouts, as deep as theirs. */
const SERVICE_CHECKOUT = posix.join(
  ...['/', 'home', 'docs', 'checkouts', 'readthedocs.org', 'user_builds', 'project', 'checkouts', 'version'],
);
const IN_SERVICE_CHECKOUT =
  /^\/home\/docs\/checkouts\/readthedocs\.org\/user_builds\/[^/]+\/checkouts\/[^/]+(?:\/|$)/;

/**
 * Reads a path and returns it relative to the repository, without `./` and final slash. It need not exist, and may lead
 * out of the repository, as at the service: the step that uses it checks that (`withinCheckout`).
 * @throws ConfigProblem `invalid-path` for an empty one
 */
export function asPath(field: ConfigField): string {
  const text = asText(field);
  if (text === '') throw problemAt(field, 'invalid-path', `path ${text} does not exist`);
  const path = posix.normalize(text).replace(/(?<=.)\/$/, '');
  if (!path.startsWith('/')) {
    if (leadsOut(path))
      field.source.notes.push(`${field.key}: ${quoted(field)} leads out of the repository.`);
    return path;
  }
  if (IN_SERVICE_CHECKOUT.test(path)) return path.replace(IN_SERVICE_CHECKOUT, '') || '.';
  field.source.notes.push(
    `${field.key}: ${quoted(field)} begins at the root of the computer, not of the repository; write it without the first slash.`,
  );
  return posix.relative(SERVICE_CHECKOUT, path);
}

/** Reads a path; null when it is absent or `null`, so that the builder searches for the file. @throws ConfigProblem */
export function asPathOrNull(field: ConfigField): string | null {
  return !field.node || isNull(field) ? null : asPath(field);
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith('../');
}
