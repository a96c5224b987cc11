import { type ChildProcess, spawn } from 'node:child_process';

/** git came back with a refusal, or not in time. `said` is what it wrote to its second output. */
export class GitError extends Error {
  override readonly name = 'GitFailed';
  readonly stderr: string;
  /** `missing`: there is no git on this machine. */
  readonly kind: 'refused' | 'late' | 'missing' | 'too much';
  constructor(kind: GitError['kind'], stderr: string) {
    super(`git: ${kind}`);
    this.kind = kind;
    this.stderr = stderr;
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
const REMOVED_VARIABLES = /^(GIT_|LECTERN_|NODE_|ELECTRON_|npm_)/i;

/**
 * Runs git and gives what it wrote. It asks nobody for a password and speaks only the transports that are allowed; the
 * arguments reach it as they are, without a shell (safety S12). @throws GitFailed @throws DOMException AbortError
 */
export function git(args: readonly string[], options: GitOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(abortError());
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
    let stderr = '';
    let failure: Error | undefined;
    const stop = (error: Error) => {
      failure ??= error;
      killGroup(child);
    };
    const timer = setTimeout(() => stop(new GitError('late', stderr)), options.timeout);
    const onAbort = () => stop(abortError());
    options.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) stop(new GitError('too much', stderr));
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-8000);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      failure ??= error.code === 'ENOENT' ? new GitError('missing', '') : error;
      if (child.pid === undefined) finish(null);
    });
    child.on('close', (code) => finish(code));

    function finish(code: number | null): void {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      if (failure) reject(failure);
      else if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new GitError('refused', stderr));
    }
  });
}

/** What git knows of this machine: the person's own settings, so that SSH keys and credential helpers work. */
export function gitEnvironment(globalConfig: string | undefined): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value = '']) =>
    REMOVED_VARIABLES.test(name) ? [] : [[name, value] as const],
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

function abortError(): DOMException {
  return new DOMException('Given up.', 'AbortError');
}
