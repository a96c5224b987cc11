import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createControlClient } from '../../src-server/testing/control-client.ts';
import { startLectern as startTestLectern } from '../../src-server/testing/testing.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { startLectern } from './programs/server-process.ts';
import { atMost, median, type Result } from './report.ts';
import { fillStore } from './stores.ts';

const ROUNDS = 101;
const LARGE_ROUNDS = 7;

/** Measures resets of a small world, in memory and on the disk, and restores of a large one, from request to response. */
export async function measureResets(
  folder: string,
  projects: number,
  builds: number,
  note: (result: Result) => void,
): Promise<void> {
  const startedAt = performance.now();
  const inMemory = await startTestLectern({ seed: SAMPLE_SEED, args: ['--keychain', 'off'] });
  const started = performance.now() - startedAt;
  const memory = await timeResets(inMemory.reset, ROUNDS);
  await inMemory.close();
  note(atMost('startLectern, ms', started, 400, 'from the call to a server that answers'));
  note(atMost('reset of a small world in memory, ms', median(memory), 20, slowest(memory)));

  mkdirSync(folder, { recursive: true });
  const small = join(folder, 'small');
  await fillStore(small, 10, 100);
  const disk = await timeControl(small, ROUNDS);
  note(atMost('reset of a small world on the disk, ms', median(disk), 50, slowest(disk)));

  const large = join(folder, 'large');
  await fillStore(large, projects, builds);
  const restores = await timeControl(large, LARGE_ROUNDS);
  const world = `${projects.toLocaleString('en')} projects, ${builds.toLocaleString('en')} builds`;
  note(atMost('restore of 10,000 projects, ms', median(restores), 1_000, `${world}; ${slowest(restores)}`));
}

async function timeControl(data: string, rounds: number): Promise<number[]> {
  const server = await startLectern(data, '--control');
  try {
    const control = createControlClient(server.control?.url ?? '', server.control?.key ?? '');
    return await timeResets(control.reset, rounds);
  } finally {
    await server.stop();
  }
}

async function timeResets(reset: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await reset();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function slowest(times: readonly number[]): string {
  return `the slowest of ${times.length} took ${Math.round(Math.max(...times))} ms`;
}
