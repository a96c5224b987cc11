import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../src-server/lectern.ts';
import { fillStore } from '../bench/stores.ts';
import { newFolder, serve } from '../commands/processes.ts';
import { sendRequest } from '../support/api/http-request.ts';

// npm run test:faults sets LECTERN_FAULTS=long, for the numbers of safety R14.
const LONG = process.env.LECTERN_FAULTS === 'long';
const [PROJECTS, BUILDS] = LONG ? [10_000, 100_000] : [1_000, 5_000];
const ROUNDS = 40;
type Page = { readonly next: string | null; readonly results: readonly { readonly from_url: string }[] };
/** Changes that are acknowledged before a kill, and kills. */
const [CHANGES, KILLS] = LONG ? [200, 5] : [50, 2];

/** Reads all pages of a project's redirects; returns where they lead from. */
async function redirectsOf(url: string, headers: Record<string, string>): Promise<Set<string>> {
  const found = new Set<string>();
  let next: string | null = `${url}?limit=100`;
  while (next !== null) {
    const page = (await (await fetch(next, { headers })).json()) as Page;
    for (const { from_url: from } of page.results) found.add(from);
    next = page.next;
  }
  return found;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

test.skipIf(process.platform !== 'linux')(
  `R14 with ${PROJECTS} projects and ${BUILDS} builds lists take less than 20 ms, and R3 a start after kill -9 has every acknowledged change`,
  async () => {
    const folder = newFolder();
    const { token, busyProject, buildId } = await fillStore(folder, PROJECTS, BUILDS);
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const redirects = `/api/v3/projects/${busyProject}/redirects/`;
    const acknowledged: string[] = [];
    let server = await serve(['--data', folder]);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (let change = 0; change < CHANGES; change += 1) {
        const from = `/kill-${kill}/change-${change}`;
        const body = JSON.stringify({ type: 'page', from_url: from, to_url: '/' });
        const answer = await fetch(server.url + redirects, { method: 'POST', headers, body });
        expect(answer.status).toBe(201);
        acknowledged.push(from);
      }
      // Nothing else happens between the last answer and the kill.
      await server.kill();
      server = await serve(['--data', folder]);
      expect(await redirectsOf(server.url + redirects, headers)).toEqual(new Set(acknowledged));
    }
    await server.stop();

    const lectern = await openLectern({ data: folder, port: 0, keychain: 'off', builds: false });
    onTestFinished(() => lectern.close());
    const builds = `/api/v3/projects/${busyProject}/builds/`;
    for (const path of [
      '/api/v3/projects/?limit=100',
      `/api/v3/projects/?limit=100&offset=${PROJECTS - 100}`,
      '/api/v3/projects/?language=en&limit=50',
      `${builds}?limit=100`,
      `${builds}?limit=100&offset=${BUILDS - 100}`,
      `${builds}${buildId}/`,
      `/api/v3/projects/${busyProject}/versions/`,
    ]) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const url = `${path}${path.includes('?') ? '&' : '?'}round=${round}`;
        // Client and server share this thread, so that the server alone takes less.
        const before = process.threadCpuUsage();
        const answer = await sendRequest({ port: lectern.port, method: 'GET', path: url, headers });
        const { user, system } = process.threadCpuUsage(before);
        expect(answer.status, url).toBe(200);
        times.push((user + system) / 1000);
      }
      expect(p95(times), path).toBeLessThan(20);
    }
  },
);
