import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../../src-server/cli.ts';
import { type ProcessExit, testEnvironment } from './lectern-process.ts';

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs `lectern ARGUMENTS` in this process, as `runLectern` does in one of its own. Runs wait for each other, since the
 * environment and the umask are those of the whole process. `input` is what is typed.
 */
export function runCommand(
  args: readonly string[],
  { env = {}, input }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<ProcessExit> {
  const result = previous.then(() => inEnvironment(env, () => runNow(args, input)));
  previous = result.catch(() => {});
  return result;
}

async function runNow(args: readonly string[], input: string | undefined): Promise<ProcessExit> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  // A signal would end this process, so none is sent.
  const stdin = input === undefined ? {} : { stdin: Readable.from([input]) };
  const code = await runCommandLine(args, { ...stdin, stdout, stderr, on: () => {} });
  stdout.end();
  stderr.end();
  const [out, err] = await output;
  return { code, signal: null, stdout: out, stderr: err };
}

async function inEnvironment<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  const umask = process.umask(0o077);
  setEnvironment({ ...testEnvironment(), ...env });
  try {
    return await work();
  } finally {
    setEnvironment(before);
    process.umask(umask);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
}
