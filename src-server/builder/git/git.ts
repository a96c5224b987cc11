import { type ProgramResult, runProgram } from '../process/run-program.ts';

/** git failed or was stopped. `stderr` is the last of what it wrote to its second output. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly stderr: string;
  readonly kind: 'refused' | Exclude<ProgramResult['failure'], undefined>;
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
  /** Further variables, as `prepareSource` returns them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The most output that is read. */
  readonly maxBytes?: number | undefined;
  /** An open file that git reads as its input. */
  readonly stdin?: number | undefined;
};

/** Variables of Lectern's own, and those that would point git at another repository. */
const REMOVED_VARIABLES = /^(GIT_|LECTERN_|NODE_|ELECTRON_|npm_)/i;

/**
 * Runs git and returns what it wrote. It never prompts for a password, and uses only the allowed transports (safety S12).
 * @throws GitError @throws DOMException AbortError
 */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  const { cwd, timeout, signal, maxBytes, stdin } = options;
  const env = { ...gitEnvironment(), ...options.env };
  const { exitCode, stdout, stderr, failure } = await runProgram('git', args, {
    ...{ cwd, env, timeout, signal, stdin },
    ...(maxBytes !== undefined && { maxBytes }),
  });
  if (failure === 'aborted') throw new DOMException('Aborted.', 'AbortError');
  if (failure !== undefined) throw new GitError(failure, stderr);
  if (exitCode !== 0) throw new GitError('refused', stderr);
  return stdout;
}

/** Returns git's environment, with the person's own settings, so that SSH keys and credential helpers work. */
export function gitEnvironment(): Record<string, string> {
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
  };
}
