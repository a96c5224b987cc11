import { z } from 'zod';
import type { ListedPages } from '../../model/sync/listing.ts';
import type { ServiceClient } from './service-client.ts';
import { ServiceFailure } from './service-failure.ts';

/** A page of a list, as it arrived. */
export type RawPage = {
  readonly count: number;
  readonly items: readonly unknown[];
  /** Whether it says that there is no other after it. */
  readonly isLast: boolean;
};
export type ListOptions = {
  /** Items a page; default 100. */
  readonly limit?: number;
  /** The longest list that is read; default 20,000. */
  readonly most?: number;
  /** Called after each page. */
  readonly onPage?: (page: RawPage) => void;
};

const LIMIT = 100;
const MOST = 20_000;
const PageSchema = z.object({
  count: z.int().min(0),
  next: z.string().nullish(),
  results: z.array(z.unknown()),
});

/**
 * Reads all pages of a list by `limit` and `offset`; the addresses that pages name are not followed. `path` may hold
 * other parameters.
 * @throws ServiceFailure for an answer that is no list, and for one that is longer than `most` or does not end
 */
export async function listAll(
  client: Pick<ServiceClient, 'get' | 'host'>,
  path: string,
  { limit = LIMIT, most = MOST, onPage }: ListOptions = {},
): Promise<ListedPages> {
  const pages: RawPage[] = [];
  let length = 0;
  for (;;) {
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${length}`;
    const page = await readPage(client, address);
    length += page.items.length;
    if (length > most || page.count > most) throw tooLong(client.host, path, most);
    pages.push(page);
    onPage?.(page);
    // Rows may be added while it is read; a list that runs on past twice its count never ends.
    if (page.isLast || page.items.length === 0 || length > 2 * page.count + limit) break;
  }
  return { items: pages.flatMap(({ items }) => items), pages };
}

/** Reads one page of a list. @throws ServiceFailure for an answer that is no list */
export async function readPage(client: Pick<ServiceClient, 'get' | 'host'>, path: string): Promise<RawPage> {
  const { success, data, error } = PageSchema.safeParse(await client.get(path));
  if (success) {
    const { count, results: items, next } = data;
    return { count, items, isLast: next === null || next === undefined };
  }
  const where = error.issues[0]?.path.join('.') || 'the whole answer';
  throw new ServiceFailure(
    'not-the-service',
    `${client.host} answered ${listName(path)} with something that is no list (${where}). Check the address, and that this Lectern is up to date.`,
    { status: 200 },
  );
}

function tooLong(host: string, path: string, most: number): ServiceFailure {
  return new ServiceFailure(
    'not-the-service',
    `${host} lists more than ${most.toLocaleString('en')} objects under ${listName(path)}, which is more than Lectern reads. Nothing of this list was taken.`,
  );
}

function listName(path: string): string {
  return path.split('?')[0]?.slice(0, 200) ?? '';
}
