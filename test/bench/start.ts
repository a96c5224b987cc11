import { join } from 'node:path';
import { type ServerProcess, startBareExpress, startLectern } from './programs/server-process.ts';
import { atMost, median, type Result } from './report.ts';
import type { BenchStore } from './stores.ts';

const ROUNDS = 9;
const KILLED_ROUNDS = 5;
/** Changes before each kill, which the next start finds in the write-ahead log. */
const CHANGES = 200;
/** Safety R3: up again, in seconds. */
const UP_AGAIN_S = 3;

/** Measures the time from spawn to the first response, alternating between both sides; then after kill -9, and the stop. */
export async function measureStart(
  store: BenchStore & { readonly folder: string },
  scratch: string,
  note: (result: Result) => void,
): Promise<void> {
  const ours: number[] = [];
  const bare: number[] = [];
  const stops: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(
      (await timeOneRun(() => startBareExpress(join(scratch, 'body.json')), store.token)).firstResponse,
    );
    const { firstResponse, stop } = await timeOneRun(() => startLectern(store.folder), store.token);
    ours.push(firstResponse);
    stops.push(stop);
  }
  const ratio = median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
  const detail = `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`;
  note(atMost('start to first answer', ratio, 2.5, detail));

  const killed: number[] = [];
  for (let round = 0; round < KILLED_ROUNDS; round++) {
    await killAfterChanges(store);
    killed.push((await timeOneRun(() => startLectern(store.folder), store.token)).firstResponse);
  }
  const usual = median(ours);
  const restart = `${Math.round(median(killed))} ms against ${Math.round(usual)} ms after a stop`;
  note(atMost('start after kill -9', median(killed) / usual, 2, restart));
  const slowest = Math.max(...killed) / 1000;
  const rounds = `the slowest of ${KILLED_ROUNDS}, with ${CHANGES} changes in the log`;
  note(atMost('start after kill -9, in seconds', slowest, UP_AGAIN_S, rounds));
  const stop = `${Math.round(median(stops))} ms against ${Math.round(usual)} ms for the start`;
  note(atMost('stop', median(stops) / usual, 1, stop));
}

/** Measures one run of a server, in milliseconds: from spawn to its first response, and from SIGTERM to its end. */
async function timeOneRun(
  start: () => Promise<ServerProcess>,
  token: string,
): Promise<{ readonly firstResponse: number; readonly stop: number }> {
  const startedAt = performance.now();
  const server = await start();
  const answer = await fetch(`${server.url}/api/v3/projects/`, {
    headers: { authorization: `Token ${token}` },
  });
  await answer.text();
  const firstResponse = performance.now() - startedAt;
  const stoppedAt = performance.now();
  await server.stop();
  if (!answer.ok) throw new Error(`The first response was ${answer.status}`);
  return { firstResponse, stop: performance.now() - stoppedAt };
}

async function killAfterChanges({ folder, token, busyProject }: BenchStore & { readonly folder: string }) {
  const server = await startLectern(folder);
  for (let change = 0; change < CHANGES; change++) {
    const answer = await fetch(`${server.url}/api/v3/projects/${busyProject}/`, {
      method: 'PATCH',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ homepage: `https://example.com/${change}` }),
    });
    if (!answer.ok) throw new Error(`A change was answered with ${answer.status}`);
    await answer.arrayBuffer();
  }
  await server.kill();
}
