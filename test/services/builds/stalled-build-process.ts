// A process to be killed: node stalled-build-process.ts FOLDER
// It triggers two builds, takes the first as a runner would, says so on stdout and stands still.
import { writeSync } from 'node:fs';
import { openCore } from '../../../src-server/core.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';

const RUNNER = systemActor('runner');
const { services } = await openCore({ data: process.argv[2], keychain: 'off' });
await services.seeds.load(
  systemActor('command'),
  parseSeed({
    users: [{ username: 'alice' }],
    projects: [{ name: 'Pip', users: ['alice'], repository: { url: 'https://x.org/pip', type: 'git' } }],
  }),
);
for (let count = 0; count < 2; count++) services.builds.trigger(RUNNER, 'pip', 'latest');
const id = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
services.buildRuns.progress(RUNNER, id, { state: 'building', commit: 'abc' });
writeSync(1, 'holding\n');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
