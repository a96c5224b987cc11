import type { Clock } from '../../model/base/timestamp.ts';
import { type ReadObject, readOne } from '../../model/sync/answers/read-object.ts';
import { readProject } from '../../model/sync/answers/remote-project.ts';
import {
  readRedirect,
  readSubproject,
  readVariable,
  readVersion,
} from '../../model/sync/answers/remote-rows.ts';
import type { RemoteObject } from '../../model/sync/link.ts';
import { readListing } from '../../model/sync/listing.ts';
import type { RemoteKind } from '../../model/sync/remote.ts';
import { REDIRECT_ORDER } from '../../model/sync/sync-fields.ts';
import { listAll } from '../client/list-all.ts';
import { servicePath } from '../client/service-address.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { ServiceFailure } from '../client/service-failure.ts';

/** A list of the service, read at once. */
export type ObjectList = {
  /** Those that can be read. */
  readonly objects: readonly RemoteObject[];
  /** The keys of all, in the order of the service. */
  readonly keys: readonly number[];
};

const LONG_PAGE = 1_000;
/** Failures that say of a project that there is none for this token. */
const NOT_THERE = ['missing', 'not-allowed'] as const;

/** Reads objects of the service as a push does before and after each write. */
export function createServiceObjects(client: ServiceClient, service: RemoteKind, clock: Clock) {
  const shape = <T>(read: ReadObject<T>, json: unknown, name: string) =>
    readOne(read, json, name, { service, now: clock() });

  /** Reads one object; null when the service has none at this address. */
  async function find<T extends RemoteObject>(
    path: string,
    read: ReadObject<T>,
    absent: readonly ServiceFailure['kind'][] = ['missing'],
  ): Promise<T | null> {
    try {
      return readWhole(await client.get(path), read, path);
    } catch (error) {
      if (error instanceof ServiceFailure && absent.includes(error.kind)) return null;
      throw error;
    }
  }

  /** @throws ServiceFailure for an answer without what names the object */
  function readWhole<T extends RemoteObject>(json: unknown, read: ReadObject<T>, path: string): T {
    const { value, findings } = shape(read, json, 'answer');
    if (value) return value;
    const [first] = findings;
    const what = first ? ` (${first.path}: ${first.message})` : '';
    throw new ServiceFailure(
      'not-the-service',
      `${client.host} answered ${path} in a form that Lectern does not know${what}. Check that Lectern is up to date.`,
    );
  }

  /** Reads a whole list. @throws ServiceFailure when it changes while it is read */
  async function list(
    slug: string,
    name: string,
    read: ReadObject<RemoteObject>,
    keyOf: (json: unknown) => number | null,
  ): Promise<ObjectList> {
    const path = servicePath('projects', slug, name);
    const listed = await listAll(client, path, { limit: LONG_PAGE });
    const { objects, incomplete } = readListing(read, listed, name, true, { service, now: clock() });
    // What cannot be read has a key and a place all the same.
    if (incomplete !== undefined && incomplete !== 'unreadable')
      throw new ServiceFailure(
        'not-the-service',
        `${client.host} changed ${path} while it was read. Resume the push.`,
        { isTemporary: true },
      );
    return { objects, keys: listed.items.flatMap((item) => keyOf(item) ?? []) };
  }

  return {
    readSubproject: (json: unknown) => readWhole(json, readSubproject, 'subprojects/'),
    /** Reads a project; null also for a stranger's that the token may not see. */
    project: (slug: string) => find(servicePath('projects', slug), readProject, NOT_THERE),
    /** Whether an address answers this project as one that the token may change. */
    async maintains(slug: string, key: number): Promise<boolean> {
      const project = await find(
        `${servicePath('projects', slug)}?expand=permissions`,
        readProject,
        NOT_THERE,
      );
      return project?.key === key && !isRefused(project.shown.permissions);
    },
    version: (slug: string, version: string) =>
      find(servicePath('projects', slug, 'versions', version), readVersion),
    versions: (slug: string) => list(slug, 'versions', readVersion, (json) => numberAt(json, 'id')),
    /** Lists redirects in the order in which they are tried. */
    redirects: (slug: string) => list(slug, 'redirects', readRedirect, keyIn),
    variables: (slug: string) => list(slug, 'environmentvariables', readVariable, keyIn),
    subprojects: (slug: string) =>
      list(slug, 'subprojects', readSubproject, (json) => numberAt(memberOf(json, 'child'), 'id')),
  };
}

export type ServiceObjects = ReturnType<typeof createServiceObjects>;

/** Adds the order of its redirects to a project. */
export function withOrder(project: RemoteObject, order: readonly number[]): RemoteObject {
  return { ...project, fields: { ...project.fields, [REDIRECT_ORDER]: order } };
}

/** Returns the id of an object as an answer has it; null when it has none. */
export function keyIn(json: unknown): number | null {
  return numberAt(json, 'pk');
}

function numberAt(json: unknown, name: string): number | null {
  const value = memberOf(json, name);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}

function isRefused(permissions: unknown): boolean {
  return memberOf(permissions, 'admin') === false;
}
