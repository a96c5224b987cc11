import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { delimiter } from 'node:path';

const MARK = '__LECTERN_ENVIRONMENT__';
/** Longer than a shell with a large configuration takes; a start must not wait for one that asks something. */
const TIME_LIMIT_MS = 3_000;

/**
 * Extends PATH by what the person's shell adds to it: an application that the Finder starts knows none of Homebrew, uv or
 * pyenv. Only on macOS, and not from a terminal, whose shell has done so already.
 */
export async function adoptShellPath(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  shell: string | null = env.SHELL ?? userInfo().shell,
): Promise<void> {
  if (platform !== 'darwin' || env.TERM !== undefined || !shell) return;
  const found = await askShell(shell, env);
  if (found === undefined) return;
  const folders = [...found.split(delimiter), ...(env.PATH ?? '').split(delimiter)];
  env.PATH = [...new Set(folders)].filter((folder) => folder !== '').join(delimiter);
}

/** Returns PATH as a login shell sees it; undefined when the shell does not answer. */
function askShell(shell: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const script = `echo ${MARK}; command env; echo ${MARK}; exit`;
  const options = { env: { ...env, DISABLE_AUTO_UPDATE: 'true' }, timeout: TIME_LIMIT_MS };
  return new Promise((resolve) => {
    const child = execFile(shell, ['-ilc', script], options, (_error, stdout) => {
      // What the shell's own start prints comes before the mark.
      const [, environment = ''] = stdout.split(MARK);
      resolve(/^PATH=(.+)$/m.exec(environment)?.[1]);
    });
    child.stdin?.end();
  });
}
