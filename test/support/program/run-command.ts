import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../../src-server/cli.ts';
import { type ProcessExit, SERVE, type ServingLectern, testEnvironment } from './lectern-process.ts';

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

/** A Lectern that accepts requests, in this process. */
export type LecternHere = Pick<ServingLectern, 'url' | 'tokens' | 'firstLine' | 'output' | 'stop'>;

/**
 * Starts `lectern serve --json` in this process, as `startLectern` does in one of its own. `stop` is a signal to end.
 * For tests of what a server does, not of its process: both write the same and end with the same code.
 */
export function serveHere(
  args: readonly string[],
  { env = {} }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<LecternHere> {
  const started = previous.then(() => inEnvironment(env, () => serveNow([...SERVE, ...args])));
  previous = started.catch(() => {});
  return started;
}

async function serveNow(args: readonly string[]): Promise<LecternHere> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = { stdout: '', stderr: '' };
  for (const [name, stream] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written[name] += chunk;
    });
  const signals: (() => void)[] = [];
  const on = (_: NodeJS.Signals, listener: () => void) => signals.push(listener);
  const exited = runCommandLine(args, { stdout, stderr, on, exit: () => {} }).then((code): ProcessExit => {
    return { code, signal: null, ...written };
  });
  const early = exited.then(() =>
    Promise.reject(new Error(`It ended before it listened: ${written.stderr}`)),
  );
  await Promise.race([once(stdout, 'data'), early]);
  early.catch(() => {});
  const line = written.stdout.slice(0, written.stdout.indexOf('\n'));
  const { url, tokens } = JSON.parse(line) as Pick<ServingLectern, 'url' | 'tokens'>;
  return {
    url,
    tokens,
    firstLine: Promise.resolve(line),
    output: () => ({ ...written }),
    stop() {
      for (const stop of signals) stop();
      return exited;
    },
  };
}

async function runNow(args: readonly string[], input: string | undefined): Promise<ProcessExit> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  // A signal would end this process, so none is sent.
  const stdin = input === undefined ? {} : { stdin: Readable.from([input]) };
  const code = await runCommandLine(args, { ...stdin, stdout, stderr, on: () => {}, exit: () => {} });
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
