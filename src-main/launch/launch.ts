import { join } from 'node:path';
import { createLinkOpener } from './launch-browser.ts';
import { buildIfStale } from './launch-build.ts';
import { develop } from './launch-dev.ts';
import { type ElectronChoice, findElectron, LIBRARIES_MISSING } from './launch-electron.ts';
import { runProgram } from './launch-program.ts';

/** Start request. */
export type LaunchOptions = {
  /** Folder of the checkout. */
  readonly root: string;
  /** The command line after the program: `--headless`, `--dev`, a `lectern://` link, options of the window or of `serve`. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/**
 * Builds what is missing or out of date and starts the desktop application; where it cannot run, prints the reason
 * in one line and starts the server with the same window in the browser. Returns the exit code.
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
  // The exit code of the dynamic linker, before any code of ours ran.
  if (code === LIBRARIES_MISSING)
    return fallBackToHeadless('libraries that it needs are missing', root, rest, env);
  return code;
}

/** Starts the desktop application with its links and options. */
function launchDesktop(
  { path }: Extract<ElectronChoice, { path: string }>,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) {
  // Editors built on Electron set this variable, which turns the program into plain Node.
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
  // Arguments that only the desktop application understands.
  const serverArgs = args.filter((arg) => arg !== '--no-sandbox' && !arg.startsWith('lectern:'));
  return runProgram(process.execPath, [program, 'serve', '--gui', ...serverArgs], env, createLinkOpener(env));
}
