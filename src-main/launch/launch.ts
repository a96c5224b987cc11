import { join } from 'node:path';
import { createLinkOpener } from './launch-browser.ts';
import { buildIfStale } from './launch-build.ts';
import { develop } from './launch-dev.ts';
import { type ElectronChoice, findElectron, LIBRARIES_MISSING, NO_SANDBOX } from './launch-electron.ts';
import { runProgram } from './launch-program.ts';
import { explainGivenUp } from './launch-sandbox.ts';
import { createWindowMark } from './launch-window-mark.ts';

/** Start request. */
export type LaunchOptions = {
  /** Folder of the checkout. */
  readonly root: string;
  /** The command line after the program: `--headless`, `--dev`, a `lectern://` link, options of the window or of `serve`. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/** Option with which the application tests itself (src-main/self-test.ts). */
const SELF_TEST = '--self-test';

/**
 * Builds what is missing or out of date and starts the desktop application; where it cannot run, prints the reason
 * in one line and starts the server with the same window in the browser. Returns the exit code.
 */
export async function launch({ root, args: given, env = process.env }: LaunchOptions): Promise<number> {
  // npm removes the first `--` only; with a second one, options behind it are still options.
  const args = given.filter((arg) => arg !== '--');
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
  const { code, hadWindow } = await launchDesktop(electron, root, rest, env);
  if (hadWindow) return code;
  // The exit code of the dynamic linker, before any code of ours ran.
  if (code === LIBRARIES_MISSING)
    return fallBackToHeadless('libraries that it needs are missing', root, rest, env);
  const givenUp = explainGivenUp(code, electron.path);
  return givenUp ? fallBackToHeadless(givenUp.reason, root, rest, env, givenUp.advice) : code;
}

/** Starts the desktop application with its links and options. */
async function launchDesktop(
  { path }: Extract<ElectronChoice, { path: string }>,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) {
  // Editors built on Electron set this variable, which turns the program into plain Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = env;
  const mark = createWindowMark();
  try {
    const code = await runProgram(path, [root, ...args], { ...rest, ...mark.env });
    return { code, hadWindow: mark.wasShown() };
  } finally {
    mark.remove();
  }
}

async function fallBackToHeadless(
  reason: string,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  advice: readonly string[] = [],
): Promise<number> {
  // A test of the window that passes without one would prove nothing.
  const isTest = args.includes(SELF_TEST);
  const instead = isTest ? 'Its test needs it.' : 'Lectern opens in the browser instead.';
  console.error(`The desktop window cannot be shown: ${reason}. ${instead}`);
  for (const line of advice) console.error(line);
  return isTest ? 1 : launchHeadless(root, args, env);
}

function launchHeadless(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const program = join(root, 'src-server', 'bin.mjs');
  // Arguments that only the desktop application understands.
  const serverArgs = args.filter((arg) => arg !== NO_SANDBOX && !arg.startsWith('lectern:'));
  return runProgram(process.execPath, [program, 'serve', '--gui', ...serverArgs], env, createLinkOpener(env));
}
