// Runs one command as a build does, says whose group it is, and waits for its end: a process for tests to kill.
import { startGroup } from '../../src-server/builder/process-group.ts';

const [cwd = '/', line = ''] = process.argv.slice(2);
const group = startGroup(['sh', '-c', line], { cwd, env: { PATH: process.env.PATH ?? '' } });
for (const stream of group.output) stream.pipe(process.stdout);
process.exitCode = await group.ended;
