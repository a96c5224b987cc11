import type { ReadObject, ShapeContext } from '../../model/sync/answers/read-object.ts';
import { readBuild } from '../../model/sync/answers/remote-builds.ts';
import {
  readRedirect,
  readSubproject,
  readVariable,
  readVersion,
} from '../../model/sync/answers/remote-rows.ts';
import type { Listing, RemoteBuild, RemoteObject, RemoteProject } from '../../model/sync/link.ts';
import { type ListedPages, listingOf, readListing } from '../../model/sync/listing.ts';
import { REDIRECT_ORDER } from '../../model/sync/sync-fields.ts';
import { listAll, readPage } from '../client/list-all.ts';
import { servicePath } from '../client/service-address.ts';
import type { ServiceClient } from '../client/service-client.ts';

/** Which lists of a project are asked for. */
export type WantedLists = {
  /** How many of the newest builds; 0 asks for none. */
  readonly builds: number;
  /** Only a parent has subprojects, so only one is asked. */
  readonly isParent: boolean;
};

/** Above the longest list that the service has, so that there is one page. */
const LONG_PAGE = 1000;
const NOT_ASKED: Listing = { objects: [], complete: false };

/** Reads everything of one project: four requests, five of a parent. */
export function projectReader(client: ServiceClient, context: ShapeContext) {
  async function list(slug: string, name: string, read: ReadObject<RemoteObject>): Promise<Listing> {
    const pages = await listAll(client, servicePath('projects', slug, name), { limit: LONG_PAGE });
    return listingOf(readListing(read, pages, name, true, context));
  }

  /** Reads the newest builds alone, which tell whether anything happened. */
  async function builds(slug: string, most: number): Promise<readonly RemoteBuild[]> {
    if (most === 0) return [];
    // There are thousands of builds, and only the newest are kept.
    const { items, count } = await readPage(
      client,
      `${servicePath('projects', slug, 'builds')}?limit=${most}`,
    );
    const pages: ListedPages = { items: items.slice(0, most), pages: [{ count, isLast: true }] };
    return readListing(readBuild, pages, 'builds', true, context).objects;
  }

  return {
    builds,

    /**
     * Reads the lists of a project. Those that only maintainers may read come last: their answers prove that the token
     * maintained the project while the others, which anybody may read in part, were read.
     * @throws ServiceFailure, `missing` or `not-allowed` when the project is gone or no longer the account's
     */
    async lists(
      project: RemoteObject,
      wanted: WantedLists,
      newest?: readonly RemoteBuild[],
    ): Promise<RemoteProject> {
      const slug = project.address;
      const versions = await list(slug, 'versions', readVersion);
      const read = newest ?? (await builds(slug, wanted.builds));
      const subprojects = wanted.isParent ? await list(slug, 'subprojects', readSubproject) : null;
      const variables = await list(slug, 'environmentvariables', readVariable);
      const redirects = await list(slug, 'redirects', readRedirect);
      return {
        project: redirects.complete ? withOrder(project, redirects) : project,
        ...{ versions, redirects, variables, subprojects, builds: read },
      };
    },

    /** Returns a project whose lists were not asked for: nothing of them is compared. */
    withoutLists: (project: RemoteObject, newest: RemoteProject['builds']): RemoteProject => ({
      ...{ project, builds: newest, subprojects: null },
      ...{ versions: NOT_ASKED, redirects: NOT_ASKED, variables: NOT_ASKED },
    }),
  };
}

/** Adds the order in which redirects are tried, which the service keeps as positions. */
function withOrder(project: RemoteObject, { objects }: Listing): RemoteObject {
  const order = objects.map(({ key }) => key);
  return { ...project, fields: { ...project.fields, [REDIRECT_ORDER]: order } };
}
