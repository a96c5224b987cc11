import { z } from 'zod';
import { NotFound, Problem, Unavailable } from '../../model/base/problems.ts';
import { isSameRepository } from '../../model/webhooks/git-hook.ts';
import { CreatedIntegrationSchema, IntegrationSchema } from '../../model/webhooks/integration.ts';

/* What `hook install` asks of a Lectern that runs, in the name of whoever's token it was given. */

const TIMEOUT_MS = 10_000;
const PAGE = 1000;

const ProjectPage = z.object({
  count: z.int(),
  results: z.array(z.object({ slug: z.string(), repository: z.object({ url: z.string() }) })),
});
const IntegrationPage = z.object({ count: z.int(), results: z.array(IntegrationSchema) });
const ErrorAnswer = z.object({ detail: z.string() });

/** The maintained projects that are made of one of these repositories. @throws Problem @throws Unavailable */
export async function fetchProjects(
  url: string,
  token: string,
  addresses: readonly string[],
): Promise<string[]> {
  const projects = await fetchAll(ProjectPage, url, '/api/v3/projects/', token);
  return projects
    .filter(({ repository }) => addresses.some((address) => isSameRepository(address, repository.url)))
    .map(({ slug }) => slug);
}

/** Adds a generic integration to the project. @throws NotFound @throws Problem @throws Unavailable */
export async function postIntegration(url: string, token: string, project: string, note: string) {
  return CreatedIntegrationSchema.parse(
    await request('POST', url, integrationsPath(project), token, { note }),
  );
}

/** The integrations of a project. @throws NotFound @throws Problem @throws Unavailable */
export const fetchIntegrations = (url: string, token: string, project: string) =>
  fetchAll(IntegrationPage, url, integrationsPath(project), token);

/** Removes one. @throws NotFound @throws Problem @throws Unavailable */
export async function deleteIntegration(
  url: string,
  token: string,
  project: string,
  id: number,
): Promise<void> {
  await request('DELETE', url, `${integrationsPath(project)}${id}/`, token);
}

function integrationsPath(project: string): string {
  return `/api/v2/integration/${encodeURIComponent(project)}/`;
}

/** All pages of a list. */
async function fetchAll<Item>(
  schema: z.ZodType<{ count: number; results: Item[] }>,
  url: string,
  path: string,
  token: string,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let offset = 0, count = 1; offset < count; offset += PAGE) {
    const page = schema.parse(await request('GET', url, `${path}?limit=${PAGE}&offset=${offset}`, token));
    count = page.count;
    found.push(...page.results);
  }
  return found;
}

async function request(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  path: string,
  token: string,
  data?: object,
): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...{ authorization: `Token ${token}`, accept: 'application/json' },
        ...(data && { 'content-type': 'application/json' }),
      },
      ...(data && { body: JSON.stringify(data) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Unavailable(`No Lectern answers at ${url}.`);
  }
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return body;
  const { detail } = ErrorAnswer.safeParse(body).data ?? { detail: `status ${answer.status}` };
  if (answer.status === 404) throw new NotFound(`Lectern at ${url} says: ${detail}`);
  throw new Problem(`Lectern at ${url} refused: ${detail}`);
}
