// Process for tests to kill: runs one command as a build does, prints its process group and waits for its end.

import { MARKER_VARIABLE } from '../../../src-server/builder/process/orphan-processes.ts';
import { startGroup } from '../../../src-server/builder/process/process-group.ts';

const [cwd = '/', line = ''] = process.argv.slice(2);
const env = { PATH: process.env.PATH ?? '', [MARKER_VARIABLE]: `${cwd}/checkout` };
const group = startGroup(['sh', '-c', line], { cwd, env });
for (const stream of group.output) stream.pipe(process.stdout);
process.exitCode = await group.exited;
