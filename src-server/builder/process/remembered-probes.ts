import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { findOnPath } from '../steps/find-programs.ts';
import { type CaptureOptions, captureOutput } from './capture-output.ts';

/** What programs said of themselves, by their file as it was then. */
const remembered = new Map<string, string>();
const MAX_REMEMBERED = 500;

/**
 * Returns the output of a program that says the same each time, such as its version; asks again once its file has another
 * path, size or time. A script is asked each time, since it may start another program by what is set elsewhere.
 */
export async function rememberedOutput(
  argv: readonly [program: string, ...args: string[]],
  options: CaptureOptions,
): Promise<string | undefined> {
  const key = probeKey(argv, options.env);
  const known = key === undefined ? undefined : remembered.get(key);
  if (known !== undefined) return known;
  const output = await captureOutput(argv, options);
  if (key === undefined || output === undefined) return output;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, output);
  return output;
}

function probeKey(argv: readonly [string, ...string[]], env: CaptureOptions['env']): string | undefined {
  const [program, ...args] = argv;
  const path = program.includes('/') ? program : findOnPath(program, env.PATH);
  if (path === undefined) return undefined;
  try {
    const real = realpathSync(path);
    if (isScript(real)) return undefined;
    const { size, mtimeMs } = statSync(real);
    // Python takes its modules from where these say.
    const settings = Object.entries(env).filter(([name]) => /^(?:PYTHON|LD_|DYLD_)/.test(name));
    return JSON.stringify([path, real, size, mtimeMs, args, settings]);
  } catch {
    return undefined;
  }
}

function isScript(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(2);
    readSync(file, start);
    return start.toString('latin1') === '#!';
  } finally {
    closeSync(file);
  }
}
