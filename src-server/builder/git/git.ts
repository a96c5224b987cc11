import { type ChildProcess, spawn } from 'node:child_process';

/** git came back with a refusal, or not in time. `said` is what it wrote to its second output. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  readonly said: string;
  /** `missing`: there is no git on this machine. */
  readonly why: 'refused' | 'late' | 'missing' | 'too much';
  constructor(why: GitFailed['why'], said: string) {
    super(`git: ${why}`);
    this.why = why;
    this.said = said;
  }
}

export type GitOptions = {
  readonly cwd?: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  /** A file in place of the person's own git settings. */
  readonly globalConfig?: string | undefined;
};

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Nothing of ours, and nothing that would point git at another repository. */
const NOT_PASSED_ON = /^(GIT_|LECTERN_|NODE_|ELECTRON_|npm_)/i;

/**
 * Runs git and gives what it wrote. It asks nobody for a password and speaks only the transports that are allowed; the
 * arguments reach it as they are, without a shell (safety S12). @throws GitFailed @throws DOMException AbortError
 */
export function git(args: readonly string[], options: GitOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(aborted());
    const child = spawn('git', [...args], {
      cwd: options.cwd,
      env: gitEnvironment(options.globalConfig),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that git's own helpers end with it; and no terminal to ask on.
      detached: process.platform !== 'win32',
    });
    const output: Buffer[] = [];
    let size = 0;
    let said = '';
    let end: Error | undefined;
    const stop = (error: Error) => {
      end ??= error;
      killGroup(child);
    };
    const timer = setTimeout(() => stop(new GitFailed('late', said)), options.timeout);
    const onAbort = () => stop(aborted());
    options.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) stop(new GitFailed('too much', said));
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-8000);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      end ??= error.code === 'ENOENT' ? new GitFailed('missing', '') : error;
      if (child.pid === undefined) finish(null);
    });
    child.on('close', (code) => finish(code));

    function finish(code: number | null): void {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      if (end) reject(end);
      else if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new GitFailed('refused', said));
    }
  });
}

/** What git knows of this machine: the person's own settings, so that SSH keys and credential helpers work. */
export function gitEnvironment(globalConfig: string | undefined): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value = '']) =>
    NOT_PASSED_ON.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    GIT_OPTIONAL_LOCKS: '0',
    SSH_ASKPASS_REQUIRE: 'never',
    ...(globalConfig !== undefined && { GIT_CONFIG_GLOBAL: globalConfig, GIT_CONFIG_NOSYSTEM: '1' }),
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function aborted(): DOMException {
  return new DOMException('Given up.', 'AbortError');
}
