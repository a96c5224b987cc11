// Program: opens a data folder, pulls its remote and pushes until nothing is left, keeping what is here. Prints a line for each request: the run that sent it.
import { openSide } from './in-process-side.ts';
import { syncSide } from './sync-side.ts';

const [data = ''] = process.argv.slice(2);
const side = await openSide({ data });
const { remotes } = side.core.services;
let run: 'pull' | 'push' = 'pull';
const sync = syncSide(side, (input, init) => {
  process.stdout.write(`${run}\n`);
  return fetch(input, init);
});
for (;;) {
  // What was cut off goes on first, whichever it was.
  run = remotes.list(side.operator)[0]?.openRun?.kind ?? 'pull';
  if (sync.isCutOff()) await sync.pull();
  run = 'pull';
  await sync.pull();
  remotes.choose(side.operator, sync.remoteId, 'all');
  await sync.resolve('mine');
  await sync.typeValues(() => 'typed again');
  run = 'push';
  if ((await sync.push()) === null) break;
}
await side.close();
process.stdout.write('done\n');
