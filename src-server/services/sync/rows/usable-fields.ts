import { validFields } from '../../../model/base/fields.ts';
import { fromCurrentLanguage } from '../../../model/projects/languages/languages.ts';
import { ProjectDetailsBody } from '../../../model/projects/project.ts';
import { WrittenBody } from '../../../model/redirects/written-redirect.ts';
import type { NotTaken, RemoteObject } from '../../../model/sync/link.ts';
import type { RemoteKind } from '../../../model/sync/remote.ts';
import { type Fields, pickFields, REDIRECT_ORDER, type SyncKind } from '../../../model/sync/sync-fields.ts';
import { VersionDetailsBody } from '../../../model/versions/version.ts';
import { comparedFields } from './local-fields.ts';

/* Everything that a service answers is checked before it becomes a row: a value that could not be typed here is not taken. */

/** An object as the service answered it, with what can be kept of it here. */
export type UsableObject = RemoteObject & {
  /** Names of the fields whose values cannot be kept here. They are not compared either. */
  readonly unusable: readonly string[];
};

const VARIABLE_NAME = /^\P{Cc}{1,128}$/u;

/** Returns the body of a change here that gives a project these fields; the default branch and the order are left out. */
export function projectBody(fields: Fields): ProjectDetailsBody {
  const { language } = fields;
  const body = {
    ...fields,
    ...(fields['repository.url'] !== undefined && { repository: { url: fields['repository.url'] } }),
    ...(typeof language === 'string' && { language: fromCurrentLanguage(language) }),
  };
  const { repository, ...shape } = ProjectDetailsBody.shape;
  const valid = validFields({ ...shape, repository: repository.unwrap() }, body);
  const { default_branch: _, description, ...known } = valid;
  return known as ProjectDetailsBody;
}

/** Returns an object without the values that cannot be kept here; undefined when the object as a whole cannot. */
export function usableObject(object: RemoteObject, remoteKind: RemoteKind): UsableObject | undefined {
  const given = comparedFields(object.kind, object.fields, remoteKind);
  if (object.kind === 'redirect') return isUsableRedirect(given) ? whole(object, given) : undefined;
  if (object.kind === 'variable')
    return typeof given.name === 'string' && VARIABLE_NAME.test(given.name)
      ? whole(object, given)
      : undefined;
  if (object.kind === 'subproject')
    return typeof given.child === 'string' && typeof given.alias === 'string'
      ? whole(object, given)
      : undefined;
  const usable = object.kind === 'project' ? usableProject(given) : usableVersion(given);
  const unusable = Object.keys(given).filter((name) => !(name in usable));
  return { ...object, fields: usable, unusable };
}

/** Says that an object of the service has values that cannot be kept here. */
export function leftOut({ kind, address }: Pick<RemoteObject, 'kind' | 'address'>): string {
  return `The ${kind} ${address} has values that cannot be kept here; it was left out.`;
}

/** Says which objects of a list the service has and Lectern cannot read, each with the reason. */
export function notTakenNotes(kind: SyncKind, notTaken: readonly NotTaken[] = []): string[] {
  return notTaken.map(({ reason }) => `The ${kind} ${reason}`);
}

function usableProject(fields: Fields): Fields {
  const body: Readonly<Record<string, unknown>> = projectBody(fields);
  return keep(fields, (name) => {
    if (name === REDIRECT_ORDER) return isKeys(fields[name]);
    if (name === 'default_branch') return isBranch(fields[name]);
    return (name === 'repository.url' ? body.repository : body[name]) !== undefined;
  });
}

function usableVersion(fields: Fields): Fields {
  const body: Readonly<Record<string, unknown>> = validFields(VersionDetailsBody.shape, fields);
  return keep(fields, (name) => body[name] !== undefined);
}

function keep(fields: Fields, isUsable: (name: string) => boolean): Fields {
  return pickFields(fields, Object.keys(fields).filter(isUsable));
}

function isUsableRedirect(fields: Fields): boolean {
  return WrittenBody.safeParse({ ...fields, dialect: 'current' }).success;
}

function isBranch(value: unknown): boolean {
  return typeof value === 'string' && /^(?!-)\P{Cc}{1,255}$/u.test(value);
}

function isKeys(value: unknown): boolean {
  return Array.isArray(value) && value.every((key) => Number.isSafeInteger(key));
}

function whole(object: RemoteObject, fields: Fields): UsableObject {
  return { ...object, fields, unusable: [] };
}
