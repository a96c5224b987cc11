import { totalmem } from 'node:os';
import { findOnPath } from '../steps/find-programs.ts';
import { runProgram } from './run-program.ts';

/** How much memory the commands of a build may use. */
export type MemoryLimit = {
  readonly bytes: number;
  /** Returns the command that runs a program in a scope whose memory the system limits; absent where there are none. */
  readonly scope?: (argv: readonly string[]) => readonly string[];
};

const MB = 1024 * 1024;
/** The limit of the service (behaviour.md 9). */
const SERVICE_LIMIT = 7 * 1024 * MB;
const PROBE_MS = 5000;
/** By which systemd is found; no command of a build sees them. */
const SESSION_VARIABLES = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'] as const;
const probes = new Map<string, Promise<boolean>>();

/** Returns the limit that a setting means in bytes: null the service's, or three quarters of this computer; 0 none. */
export function memoryLimitBytes(megabytes: number | null, available = availableBytes()): number | undefined {
  if (megabytes === 0) return undefined;
  return megabytes === null ? Math.min(SERVICE_LIMIT, Math.floor(available * 0.75)) : megabytes * MB;
}

/** Returns a limit with the means of this computer to keep it. */
export async function openMemoryLimit(bytes: number): Promise<MemoryLimit> {
  const program = process.platform === 'linux' ? findOnPath('systemd-run') : undefined;
  if (program === undefined) return { bytes };
  const scope = scopeOf(program, bytes);
  // Once for each program and session, since tests change both.
  const key = [program, ...SESSION_VARIABLES.map((name) => process.env[name])].join('\n');
  const works = probes.get(key) ?? worksHere(scope(['/bin/sh', '-c', 'exit 0']));
  probes.set(key, works);
  return (await works) ? { bytes, scope } : { bytes };
}

function scopeOf(program: string, bytes: number): NonNullable<MemoryLimit['scope']> {
  const session = SESSION_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const limits = ['-p', `MemoryMax=${bytes}`, '-p', 'MemorySwapMax=0', '-p', 'OOMPolicy=continue'];
  return (argv) => [
    ...['/usr/bin/env', ...session, program, '--user', '--scope', '--quiet', '--collect', ...limits, '--'],
    ...['/usr/bin/env', ...SESSION_VARIABLES.flatMap((name) => ['-u', name]), ...argv],
  ];
}

async function worksHere(argv: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = argv;
  const end = await runProgram(program, args, { timeout: PROBE_MS }).catch(() => undefined);
  return end?.exitCode === 0;
}

/** Of a container, what it may use. */
function availableBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
