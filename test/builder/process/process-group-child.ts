// Runs one command as a build does, says whose group it is, and waits for its end: a process for tests to kill.

import { MARKER_VARIABLE } from '../../../src-server/builder/process/orphan-processes.ts';
import { startGroup } from '../../../src-server/builder/process/process-group.ts';

const [cwd = '/', line = ''] = process.argv.slice(2);
const env = { PATH: process.env.PATH ?? '', [MARKER_VARIABLE]: `${cwd}/checkout` };
const group = startGroup(['sh', '-c', line], { cwd, env });
for (const stream of group.output) stream.pipe(process.stdout);
process.exitCode = await group.exited;
