import { z } from 'zod';
import { isSameRepository } from '../model/git-hook.ts';
import { MadeIntegrationSchema } from '../model/integration.ts';
import { NotFound, Problem, Unavailable } from '../model/problems.ts';

/* What `hook install` asks of a Lectern that runs, in the name of whoever's token it was given. */

const ANSWER_MS = 10_000;
const PAGE = 1000;

const ProjectPage = z.object({
  count: z.int(),
  results: z.array(z.object({ slug: z.string(), repository: z.object({ url: z.string() }) })),
});
const Refusal = z.object({ detail: z.string() });

/** The maintained projects that are made of one of these repositories. @throws Problem @throws Unavailable */
export async function projectsOver(
  url: string,
  token: string,
  addresses: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0, count = 1; offset < count; offset += PAGE) {
    const path = `/api/v3/projects/?limit=${PAGE}&offset=${offset}`;
    const page = ProjectPage.parse(await ask('GET', url, path, token));
    count = page.count;
    for (const { slug, repository } of page.results)
      if (addresses.some((address) => isSameRepository(address, repository.url))) found.push(slug);
  }
  return found;
}

/** Adds a generic integration to the project. @throws NotFound @throws Problem @throws Unavailable */
export async function addIntegrationOver(url: string, token: string, project: string) {
  return MadeIntegrationSchema.parse(
    await ask('POST', url, `/api/v2/integration/${encodeURIComponent(project)}/`, token),
  );
}

async function ask(method: 'GET' | 'POST', url: string, path: string, token: string): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { authorization: `Token ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch {
    throw new Unavailable(`No Lectern answers at ${url}.`);
  }
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return body;
  const { detail } = Refusal.safeParse(body).data ?? { detail: `status ${answer.status}` };
  if (answer.status === 404) throw new NotFound(`Lectern at ${url} says: ${detail}`);
  throw new Problem(`Lectern at ${url} refused: ${detail}`);
}
