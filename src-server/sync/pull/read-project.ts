import type { Listing, RemoteBuild, RemoteObject, RemoteProject } from '../../model/sync/link.ts';
import { incompletenessOf, withoutRepeats } from '../../model/sync/listing.ts';
import {
  type ReadObject,
  readBuild,
  readRedirect,
  readSubproject,
  readVariable,
  readVersion,
  type ShapeContext,
} from '../../model/sync/remote-shapes.ts';
import { ShapeReader } from '../../model/sync/shape-findings.ts';
import { REDIRECT_ORDER } from '../../model/sync/sync-fields.ts';
import { listAll, type RawPage, readPage } from '../client/list-all.ts';
import { servicePath } from '../client/service-address.ts';
import type { ServiceClient } from '../client/service-client.ts';

/** Which lists of a project are asked for. */
export type WantedLists = {
  /** How many of the newest builds; 0 asks for none. */
  readonly builds: number;
  /** Only a parent has subprojects, so only one is asked. */
  readonly isParent: boolean;
};

/** A list as it arrived, before anybody knows whether the token maintains its project. */
type ReadList<T> = { readonly objects: readonly T[]; readonly pages: readonly RawPage[] };

/** Above the longest list that the service has, so that there is one page. */
const LONG_PAGE = 1000;
const NOT_ASKED: Listing = { objects: [], complete: false };

/** Reads everything of one project: four requests, five of a parent. */
export function projectReader(client: ServiceClient, context: ShapeContext) {
  async function list<T extends { readonly key: number }>(
    slug: string,
    name: string,
    read: ReadObject<T>,
    reader: ShapeReader,
  ): Promise<ReadList<T>> {
    const listed = await listAll(client, servicePath('projects', slug, name), { limit: LONG_PAGE });
    return { objects: readItems(listed.items, name, read, reader), pages: listed.pages };
  }

  function readItems<T extends { readonly key: number }>(
    items: readonly unknown[],
    name: string,
    read: ReadObject<T>,
    reader: ShapeReader,
  ): T[] {
    return withoutRepeats(items.flatMap((item, at) => read(item, [name, at], reader, context) ?? []));
  }

  /** Reads the newest builds alone, which tell whether anything happened. */
  async function builds(slug: string, most: number, reader = new ShapeReader(context.now)) {
    if (most === 0) return [];
    const path = `${servicePath('projects', slug, 'builds')}?limit=${most}`;
    // There are thousands of builds, and only the newest are kept.
    const { items } = await readPage(client, path);
    return readItems(items.slice(0, most), 'builds', readBuild, reader);
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
      const reader = new ShapeReader(context.now);
      const versions = await list(slug, 'versions', readVersion, reader);
      const read = newest ?? (await builds(slug, wanted.builds, reader));
      const subprojects = wanted.isParent
        ? await list(slug, 'subprojects', readSubproject, reader)
        : undefined;
      const variables = await list(slug, 'environmentvariables', readVariable, reader);
      const redirects = listingOf(await list(slug, 'redirects', readRedirect, reader));
      return {
        project: redirects.complete ? withOrder(project, redirects) : project,
        versions: listingOf(versions),
        redirects,
        variables: listingOf(variables),
        subprojects: subprojects ? listingOf(subprojects) : null,
        builds: read,
      };
    },

    /** Returns a project whose lists were not asked for: nothing of them is compared. */
    withoutLists: (project: RemoteObject, newest: RemoteProject['builds']): RemoteProject => ({
      ...{ project, builds: newest, subprojects: null },
      ...{ versions: NOT_ASKED, redirects: NOT_ASKED, variables: NOT_ASKED },
    }),
  };
}

/** A list is complete only when each of its items could be read: what is not understood is not deleted. */
function listingOf({ objects, pages }: ReadList<RemoteObject>): Listing {
  const keys = objects.map(({ key }) => key);
  const [first, ...more] = pages.map(({ count, isLast }) => ({ count, isLast, keys: [] as number[] }));
  const read = first ? [{ ...first, keys }, ...more] : [];
  return { objects, complete: incompletenessOf(read, true) === undefined };
}

/** Adds the order in which redirects are tried, which the service keeps as positions. */
function withOrder(project: RemoteObject, { objects }: Listing): RemoteObject {
  const order = objects.map(({ key }) => key);
  return { ...project, fields: { ...project.fields, [REDIRECT_ORDER]: order } };
}
