import { join } from 'node:path';
import { createLinkOpener } from './launch-browser.ts';
import { buildIfStale } from './launch-build.ts';
import { develop } from './launch-dev.ts';
import { type ElectronChoice, findElectron, LIBRARIES_MISSING } from './launch-electron.ts';
import { runProgram } from './launch-program.ts';

/** What is to be started. */
export type LaunchOptions = {
  /** The checkout's folder. */
  readonly root: string;
  /** The command line after the program: `--headless`, `--dev`, a `lectern://` link, options of the window or of `serve`. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/**
 * Builds what is missing or out of date and starts the desktop application; where it cannot run, says why in one line
 * and starts the server with the same window in the browser. Gives the exit code of what ran.
 */
export async function launch({ root, args, env = process.env }: LaunchOptions): Promise<number> {
  const isHeadless = args.includes('--headless');
  const rest = args.filter((arg) => arg !== '--headless');
  if (rest.includes('--dev')) {
    const devArgs = rest.filter((arg) => arg !== '--dev');
    const electron = isHeadless
      ? { reason: '--headless was given' }
      : await findElectron({ root, args: devArgs, env });
    return develop(root, devArgs, env, electron);
  }
  const buildError = await buildIfStale(root, env);
  if (buildError) {
    console.error(buildError);
    return 1;
  }
  if (isHeadless) return launchHeadless(root, rest, env);
  const electron = await findElectron({ root, args: rest, env });
  if (!('path' in electron)) return fallBackToHeadless(electron.reason, root, rest, env);
  const code = await launchDesktop(electron, root, rest, env);
  // The dynamic linker's own answer, before anything of ours ran.
  if (code === LIBRARIES_MISSING)
    return fallBackToHeadless('libraries that it needs are missing', root, rest, env);
  return code;
}

/** The desktop application, with the links and options it was started with. */
function launchDesktop(
  { path }: Extract<ElectronChoice, { path: string }>,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) {
  // Set by editors that are Electron themselves; with it the program would be a mere Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = env;
  return runProgram(path, [root, ...args], rest);
}

function fallBackToHeadless(
  reason: string,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  console.error(`The desktop window cannot be shown: ${reason}. Lectern opens in the browser instead.`);
  return launchHeadless(root, args, env);
}

function launchHeadless(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const program = join(root, 'src-server', 'bin.mjs');
  // What only the desktop application understands.
  const serverArgs = args.filter((arg) => arg !== '--no-sandbox' && !arg.startsWith('lectern:'));
  return runProgram(process.execPath, [program, 'serve', '--gui', ...serverArgs], env, createLinkOpener(env));
}
