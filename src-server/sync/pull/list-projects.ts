import type { ShapeContext } from '../../model/sync/answers/read-object.ts';
import { type RemoteProjectObject, readProject } from '../../model/sync/answers/remote-project.ts';
import { readListing } from '../../model/sync/listing.ts';
import { type RawPage, readPage } from '../client/list-all.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { ServiceFailure } from '../client/service-failure.ts';

/** Projects a page. */
export const PROJECTS_PAGE = 100;
/** More than any account has. */
const MOST_PROJECTS = 100_000;
/** Pages of an account that changes while it is read, beyond those that its count needs. */
const SPARE_PAGES = 20;

/** What the list of an account's projects showed. */
export type ListedAccount = {
  /** Ids of all projects. */
  readonly keys: ReadonlySet<number>;
  /** Slugs of projects that have subprojects. */
  readonly parents: ReadonlySet<string>;
  readonly pages: number;
  /** Sentences about projects that cannot be taken here. */
  readonly notTaken: readonly string[];
  /** Whether a project that is not among them is gone there, or no longer the account's. */
  readonly complete: boolean;
};

/**
 * Reads the projects of the account page by page, and gives each page to `onPage`; no more than a page is kept.
 * @throws ServiceFailure
 */
export async function listProjects(
  client: Pick<ServiceClient, 'get' | 'host'>,
  context: ShapeContext,
  onPage: (projects: readonly RemoteProjectObject[], count: number) => void | Promise<void>,
): Promise<ListedAccount> {
  const keys = new Set<number>();
  const parents = new Set<string>();
  const counts: number[] = [];
  const notTaken: string[] = [];
  let listed = 0;
  let isReadable = true;
  for (;;) {
    const page = await readPage(client, `projects/?limit=${PROJECTS_PAGE}&offset=${listed}`);
    requireEnd(client.host, page, counts.length);
    const { objects, incomplete, notTaken: left } = readPageOf(page, context);
    for (const { key, reason } of left) {
      keys.add(key);
      notTaken.push(`The project ${reason}`);
    }
    isReadable &&= incomplete === undefined;
    counts.push(page.count);
    listed += page.items.length;
    for (const { key, parent } of objects) {
      keys.add(key);
      if (parent !== null) parents.add(parent);
    }
    await onPage(objects, page.count);
    if (!page.isLast && page.items.length > 0) continue;
    const isStable = counts.every((count) => count === listed) && keys.size === listed;
    const complete = page.isLast && isReadable && isStable;
    return { keys, parents, notTaken, pages: counts.length, complete };
  }
}

/** Reads the projects of one page; it is complete when each of them could be read. */
function readPageOf({ items }: RawPage, context: ShapeContext) {
  return readListing(
    readProject,
    { items, pages: [{ count: items.length, isLast: true }] },
    'projects',
    true,
    context,
  );
}

/** @throws ServiceFailure for a list that is longer than that of any account, or goes on without end */
function requireEnd(host: string, { count }: RawPage, pagesBefore: number): void {
  const tooMany = count > MOST_PROJECTS;
  if (!tooMany && pagesBefore <= Math.ceil(count / PROJECTS_PAGE) + SPARE_PAGES) return;
  throw new ServiceFailure(
    'not-the-service',
    `${host} lists projects without end. Nothing was changed here. Check the address.`,
  );
}
