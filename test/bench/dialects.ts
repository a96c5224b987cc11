import { requestsPerSecond } from './load.ts';
import { startLectern } from './programs/server-process.ts';
import { atLeast, median, type Result } from './report.ts';
import type { BenchStore } from './stores.ts';

const ROUNDS = 5;
const SECONDS = 2;
const REDIRECTS = 30;
const BOUND = 0.9;

type Filled = BenchStore & { readonly folder: string };
type Note = (result: Result) => void;

/** A read of both dialects: its name, its path, and Lua for a new path per request. */
type Read = { readonly name: string; readonly path: string; readonly fresh: string };

/** Compares reads of today's dialect with those of 2020, answered by one process: first ones and repeated ones. */
export async function measureDialects({ folder, token, busyProject }: Filled, note: Note): Promise<void> {
  const of2020 = await startLectern(folder, '--dialect', '2020');
  try {
    await addRedirects(of2020.url, token, busyProject);
  } finally {
    await of2020.stop();
  }
  for (const each of reads(busyProject)) {
    const { first, again } = await rates(folder, token, each);
    note(ratio(`dialect current against 2020: ${each.name}, first time`, first));
    note(ratio(`dialect current against 2020: ${each.name}, repeated`, again));
  }
}

function reads(busyProject: string): readonly Read[] {
  const project = `/api/v3/projects/${busyProject}/`;
  const list = (name: string, path: string): Read => ({ name, path, fresh: `"${path}?n=" .. n` });
  return [
    {
      name: 'a page of 10 projects',
      path: '/api/v3/projects/?limit=10&offset=500',
      fresh: '"/api/v3/projects/?limit=10&offset=" .. (n * 10 % 9990) .. "&n=" .. n',
    },
    list('project detail', project),
    list('versions', `${project}versions/`),
    list('version detail', `${project}versions/v1.0/`),
    {
      name: 'a page of 10 builds',
      path: `${project}builds/?limit=10&offset=500`,
      fresh: `"${project}builds/?limit=10&offset=" .. (n * 10 % 5000) .. "&n=" .. n`,
    },
    list('redirects', `${project}redirects/`),
  ];
}

/** Rates of the current dialect and of 2020, per round. */
type Sides = { readonly current: number[]; readonly of2020: number[] };

/** Measures a read in alternating rounds, after both processes have compiled their code. */
async function rates(
  folder: string,
  token: string,
  { path, fresh }: Read,
): Promise<{ readonly first: Sides; readonly again: Sides }> {
  const lectern = await startLectern(folder, '--dialect', '2020', '--also', 'current:0');
  const [first, again]: [Sides, Sides] = [
    { current: [], of2020: [] },
    { current: [], of2020: [] },
  ];
  try {
    const urls = { of2020: lectern.url, current: lectern.also?.url ?? '' };
    for (let round = -1; round < ROUNDS; round++) {
      for (const side of ['of2020', 'current'] as const) {
        const url = urls[side];
        const fresher = await requestsPerSecond({ url, token, path: fresh }, SECONDS);
        const repeated = await requestsPerSecond({ url, token, path: `"${path}"` }, SECONDS);
        // The first round warms both up.
        if (round < 0) continue;
        first[side].push(fresher);
        again[side].push(repeated);
      }
    }
  } finally {
    await lectern.stop();
  }
  return { first, again };
}

function ratio(name: string, { current, of2020 }: Sides): Result {
  const value = median(current.map((rate, round) => rate / (of2020[round] ?? Number.NaN)));
  const shown = (all: readonly number[]) => `${Math.round(median(all)).toLocaleString('en')}/s`;
  return atLeast(name, value, BOUND, `${shown(current)} against ${shown(of2020)}`);
}

async function addRedirects(url: string, token: string, project: string): Promise<void> {
  for (let index = 0; index < REDIRECTS; index++) {
    const answer = await fetch(`${url}/api/v3/projects/${project}/redirects/`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'page', from_url: `/old-${index}.html`, to_url: `/new-${index}.html` }),
    });
    if (answer.status !== 201) throw new Error(`A redirect could not be added: ${answer.status}`);
  }
}
