import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestsPerSecond } from './load.ts';
import { startBareExpress, startLectern } from './programs/server-process.ts';
import { atLeast, atMost, median, type Result } from './report.ts';
import type { BenchStore } from './stores.ts';

type Filled = BenchStore & { readonly folder: string };
type Stores = {
  readonly main: Filled;
  readonly small: Filled;
  readonly large: Filled;
  readonly scratch: string;
};
type Note = (result: Result) => void;

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;

/** A read: the path whose bodies are compared, and Lua for a new path per request. */
type Read = { readonly name: string; readonly path: string; readonly fresh: string };

function reads({ busyProject, buildId }: Filled): Read[] {
  const project = `/api/v3/projects/${busyProject}/`;
  const deep = `${project}?expand=active_versions.last_build.config`;
  return [
    {
      name: 'a page of 10 projects',
      path: '/api/v3/projects/?limit=10&offset=500',
      fresh: '"/api/v3/projects/?limit=10&offset=" .. (n * 10 % 9990) .. "&n=" .. n',
    },
    {
      name: 'a page of 10 builds',
      path: `${project}builds/?limit=10&offset=500`,
      fresh: `"${project}builds/?limit=10&offset=" .. (n * 10 % 5000) .. "&n=" .. n`,
    },
    { name: 'project detail expanded three deep', path: deep, fresh: `"${deep}&n=" .. n` },
    {
      name: 'version detail',
      path: `${project}versions/v1.0/`,
      fresh: `"${project}versions/v1.0/?n=" .. n`,
    },
    {
      name: 'v2 build detail',
      path: `/api/v2/build/${buildId}/`,
      fresh: `"/api/v2/build/${buildId}/?n=" .. n`,
    },
  ];
}

/** Compares Lectern with bare Express in alternating rounds. */
async function compare(
  stores: Stores,
  lectern: string,
  token: string,
  read: Read,
): Promise<{ first: number; again: number; detail: { first: string; again: string } }> {
  const answer = await fetch(lectern + read.path, { headers: { authorization: `Token ${token}` } });
  if (!answer.ok) throw new Error(`${read.path} returned ${answer.status}`);
  const file = join(stores.scratch, 'body.json');
  writeFileSync(file, await answer.text());
  const bare = await startBareExpress(file);
  const rates = { bare: [] as number[], first: [] as number[], again: [] as number[] };
  try {
    const same = { token, path: `"${read.path}"` };
    // Measures both sides after warm-up, with compiled code.
    await requestsPerSecond({ ...same, url: bare.url }, SECONDS);
    await requestsPerSecond({ token, path: read.fresh, url: lectern }, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await requestsPerSecond({ ...same, url: bare.url }, SECONDS));
      rates.first.push(await requestsPerSecond({ token, path: read.fresh, url: lectern }, SECONDS));
      rates.again.push(await requestsPerSecond({ ...same, url: lectern }, SECONDS));
    }
  } finally {
    await bare.stop();
  }
  const ratio = (ours: readonly number[]) =>
    median(ours.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  const sides = (ours: readonly number[]) =>
    `${perSecond(median(ours))} against ${perSecond(median(rates.bare))}`;
  return {
    first: ratio(rates.first),
    again: ratio(rates.again),
    detail: { first: sides(rates.first), again: sides(rates.again) },
  };
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

/** Measures all reads, and the memory afterwards. */
export async function measureReads(stores: Stores, note: Note): Promise<void> {
  const { main } = stores;
  const lectern = await startLectern(main.folder);
  try {
    for (const read of reads(main)) {
      const { first, again, detail } = await compare(stores, lectern.url, main.token, read);
      note(atLeast(`${read.name}, first time`, first, 0.35, detail.first));
      note(atLeast(`${read.name}, repeated`, again, 0.9, detail.again));
    }
    const builds = `/api/v3/projects/${main.busyProject}/builds/`;
    const deep = await compare(stores, lectern.url, main.token, {
      name: 'page at offset 90,000',
      path: `${builds}?limit=10&offset=90000`,
      fresh: `"${builds}?limit=10&offset=" .. (90000 + n * 7 % 9900) .. "&n=" .. n`,
    });
    note(atLeast('a page of 10 builds at offset 90,000, first time', deep.first, 0.2, deep.detail.first));
    await measureMemory(stores, lectern.residentMegabytes(), note);
  } finally {
    await lectern.stop();
  }
  await measureSize(stores, note);
}

/** Measures the memory of bare Express under the same load. */
async function measureMemory(stores: Stores, ours: number, note: Note): Promise<void> {
  const bare = await startBareExpress(join(stores.scratch, 'body.json'));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await requestsPerSecond({ url: bare.url, path: '"/?n=" .. n' }, SECONDS);
    }
    const theirs = bare.residentMegabytes();
    const bound = Math.round(1.5 * theirs + 40);
    const detail = `${Math.round(ours)} MB against ${Math.round(theirs)} MB (bound 1.5 × that + 40 MB)`;
    note(atMost('resident memory after the load, MB', ours, bound, detail));
  } finally {
    await bare.stop();
  }
}

/** Compares a page of builds of a project with a million builds and one with a thousand. */
async function measureSize({ small, large }: Stores, note: Note): Promise<void> {
  const few = await startLectern(small.folder);
  const many = await startLectern(large.folder);
  const rates = { few: [] as number[], many: [] as number[] };
  const path = `"/api/v3/projects/${small.busyProject}/builds/?limit=10&offset=" .. (n * 10 % 900) .. "&n=" .. n`;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      rates.few.push(await requestsPerSecond({ url: few.url, token: small.token, path }, SECONDS));
      rates.many.push(await requestsPerSecond({ url: many.url, token: large.token, path }, SECONDS));
    }
  } finally {
    await few.stop();
    await many.stop();
  }
  const ratio = median(rates.few.map((rate, round) => rate / (rates.many[round] ?? Number.NaN)));
  const micros = (rate: number) => `${Math.round(1e6 / rate)} µs`;
  const detail = `${micros(median(rates.many))} against ${micros(median(rates.few))} a page`;
  note(atMost('time of a page of builds, 1,000,000 against 1,000', ratio, 1.5, detail));
}
