// Program: opens a data folder, pulls its remote and pushes until nothing is left, keeping what is here. Prints a line for each request.
import { openSide } from './in-process-side.ts';
import { syncSide } from './sync-side.ts';

const [data = ''] = process.argv.slice(2);
const side = await openSide({ data });
const sync = syncSide(side, (input, init) => {
  process.stdout.write(`${init?.method ?? 'GET'}\n`);
  return fetch(input, init);
});
for (;;) {
  if (sync.isCutOff()) await sync.pull();
  await sync.pull();
  await sync.resolve('mine');
  await sync.typeValues(() => 'typed again');
  if ((await sync.push()) === null) break;
}
await side.close();
process.stdout.write('done\n');
