import { hostname } from 'node:os';
import { z } from 'zod';
import { NotFound, Problem, Unavailable } from '../../model/base/problems.ts';
import { isSameRepository } from '../../model/webhooks/git-hook.ts';
import { CreatedIntegrationSchema, IntegrationSchema } from '../../model/webhooks/integration.ts';
import type { HookIntegrations } from '../../services/webhooks/git-hooks.ts';

const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 1000;

const ProjectPage = z.object({
  count: z.int(),
  results: z.array(z.object({ slug: z.string(), repository: z.object({ url: z.string() }) })),
});
const IntegrationPage = z.object({ count: z.int(), results: z.array(IntegrationSchema) });
const ErrorAnswer = z.object({ detail: z.string() });

/**
 * Returns the integrations of the Lectern at `url`, as the owner of the token may use them. Each call throws Problem when
 * that Lectern refuses, Unavailable when it does not answer.
 */
export function remoteIntegrations(
  url: string,
  token: string,
  where: 'here' | 'elsewhere',
): HookIntegrations {
  return {
    hostName: where === 'here' ? undefined : hostname(),
    async projectsOfRepository(addresses) {
      const projects = await fetchAll(ProjectPage, url, '/api/v3/projects/', token);
      return projects
        .filter(({ repository }) => addresses.some((address) => isSameRepository(address, repository.url)))
        .map(({ slug }) => slug);
    },
    async create(project, note) {
      const answer = await request('POST', url, integrationsPath(project), token, { note });
      const { id: integrationId, secret } = CreatedIntegrationSchema.parse(answer);
      return { integrationId, secret };
    },
    list: (project) => fetchAll(IntegrationPage, url, integrationsPath(project), token),
    remove: async (project, id) =>
      void (await request('DELETE', url, `${integrationsPath(project)}${id}/`, token)),
  };
}

function integrationsPath(project: string): string {
  return `/api/v2/integration/${encodeURIComponent(project)}/`;
}

/** Fetches all pages of a list. */
async function fetchAll<Item>(
  schema: z.ZodType<{ count: number; results: Item[] }>,
  url: string,
  path: string,
  token: string,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let offset = 0, count = 1; offset < count; offset += PAGE_SIZE) {
    const page = schema.parse(
      await request('GET', url, `${path}?limit=${PAGE_SIZE}&offset=${offset}`, token),
    );
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
  if (answer.status === 404) throw new NotFound(`Lectern at ${url} answered: ${detail}`);
  throw new Problem(`Lectern at ${url} refused: ${detail}`);
}
