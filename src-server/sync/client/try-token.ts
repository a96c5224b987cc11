import { z } from 'zod';
import { servicePath } from './service-address.ts';
import type { ServiceClient } from './service-client.ts';
import { ServiceFailure } from './service-failure.ts';

/** What a token may see. */
export type TokenOwner = {
  /** The account; null when its projects do not tell it. */
  readonly username: string | null;
  /** How many projects the account maintains. */
  readonly projects: number;
};

const MAX_CANDIDATES = 5;
const PageSchema = z.object({ count: z.int().min(0), results: z.array(z.unknown()) });
const ProjectSchema = z.object({
  slug: z.string(),
  // Only the shape of today has it; the key is null in old rows.
  versioning_scheme: z.unknown().refine((value) => value !== undefined),
  users: z.array(z.object({ username: z.string().min(1).max(150) })).optional(),
});

/**
 * Finds out whether a token works and whose it is. The service has no request for that: an account is one whose
 * notifications the token may read (live-service.md 1). `known` is the account that it should be, if there is one.
 * @throws ServiceFailure when the token does not work or the address is not that of a service
 */
export async function tryToken(
  client: Pick<ServiceClient, 'get' | 'host'>,
  known: string | null = null,
): Promise<TokenOwner> {
  const page = PageSchema.safeParse(await client.get('projects/?limit=1'));
  if (!page.success) throw notTheService(client.host, 'answered the list of projects in another shape');
  const [first] = page.data.results;
  const project = first === undefined ? undefined : ProjectSchema.safeParse(first);
  if (project && !project.success)
    throw notTheService(client.host, 'answers in another shape than the service of today');
  const users = project?.data.users?.map(({ username }) => username) ?? [];
  const candidates = [...new Set([...(known === null ? [] : [known]), ...users])].slice(0, MAX_CANDIDATES);
  for (const username of candidates) {
    if (await owns(client, username)) return { username, projects: page.data.count };
  }
  return { username: null, projects: page.data.count };
}

/** Returns whether the token is that of an account. */
async function owns(client: Pick<ServiceClient, 'get'>, username: string): Promise<boolean> {
  try {
    await client.get(`${servicePath('users', username, 'notifications')}?limit=1`);
    return true;
  } catch (error) {
    // A site without this request answers with a page, and its accounts stay unknown.
    const isNo = error instanceof ServiceFailure && [403, 404].includes(error.status ?? 0);
    if (isNo) return false;
    throw error;
  }
}

function notTheService(host: string, what: string): ServiceFailure {
  return new ServiceFailure(
    'not-the-service',
    `${host} ${what}. Check the address; another Lectern has to be started with --dialect current.`,
    { status: 200 },
  );
}
