import { join } from 'node:path';
import { atMost, median, type Result } from './report.ts';
import { type ServerProcess, startBareExpress, startLectern } from './server-process.ts';
import type { BenchStore } from './stores.ts';

const ROUNDS = 9;

/** Measures the time from spawn to the first response, alternating between both sides. */
export async function measureStart(
  store: BenchStore & { readonly folder: string },
  scratch: string,
  note: (result: Result) => void,
): Promise<void> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timeToFirstResponse(() => startBareExpress(join(scratch, 'body.json')), store.token));
    ours.push(await timeToFirstResponse(() => startLectern(store.folder), store.token));
  }
  const ratio = median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
  const detail = `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`;
  note(atMost('start to first answer', ratio, 2.5, detail));
}

async function timeToFirstResponse(start: () => Promise<ServerProcess>, token: string): Promise<number> {
  const startedAt = performance.now();
  const server = await start();
  const answer = await fetch(`${server.url}/api/v3/projects/`, {
    headers: { authorization: `Token ${token}` },
  });
  await answer.text();
  const time = performance.now() - startedAt;
  await server.stop();
  if (!answer.ok) throw new Error(`The first response was ${answer.status}`);
  return time;
}
