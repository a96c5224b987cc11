import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../src-server/lectern.ts';
import { fillStore } from '../bench/stores.ts';
import { newFolder, serve } from '../commands/processes.ts';
import { sendRequest } from '../support/api/http-request.ts';

// npm run test:faults sets LECTERN_FAULTS=long, for the numbers of safety R14.
const LONG = process.env.LECTERN_FAULTS === 'long';
const [PROJECTS, BUILDS] = LONG ? [10_000, 100_000] : [1_000, 5_000];
const ROUNDS = 40;
const TICK_MS = 10;

/** Milliseconds of CPU that a process has used, which a busy machine does not stretch as it does the time of day. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

test.skipIf(process.platform !== 'linux')(
  `R14 with ${PROJECTS} projects and ${BUILDS} builds lists take less than 20 ms, and R3 a start after kill -9 less than 3 s`,
  async () => {
    const folder = newFolder();
    const { token, busyProject, buildId } = await fillStore(folder, PROJECTS, BUILDS);
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const killed = await serve(['--data', folder]);
    for (let change = 0; change < 50; change += 1) {
      const body = JSON.stringify({ homepage: `https://example.com/${change}` });
      const url = `${killed.url}/api/v3/projects/${busyProject}/`;
      expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(204);
    }
    await killed.kill();
    const again = await serve(['--data', folder]);
    const changed = await fetch(`${again.url}/api/v3/projects/${busyProject}/`, { headers });
    expect(await changed.json()).toMatchObject({ homepage: 'https://example.com/49' });
    expect(cpuOf(again.pid)).toBeLessThan(3_000);
    await again.stop();

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
