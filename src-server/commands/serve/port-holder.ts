import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { linkTarget, listFolder, processIds } from '../../store/file/proc.ts';

/** What is known of a program that listens on a port. */
export type PortHolder = {
  /** Whether it answers as Lectern does. */
  readonly lectern: boolean;
  /** undefined where it cannot be known: another user's process, or a system other than Linux. */
  readonly pid: number | undefined;
  /** Its command line: `node src-server/bin.mjs serve`. */
  readonly command: string | undefined;
};

// Long enough for one on a busy machine, and the longest that a silent one can delay the message.
const TIMEOUT_MS = 3000;
const MAX_WORDS = 3;
const LISTENING = '0A';
// A program that listens on every interface is called on the loopback one.
const LOOPBACK_FOR: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Finds out who listens on a port in use (safety R11). Never throws; waits three seconds at most for an answer. */
export async function findPortHolder(host: string, port: number): Promise<PortHolder> {
  const pid = listenerOn(port);
  return {
    pid,
    command: pid === undefined ? undefined : commandOf(pid),
    lectern: await isLectern(host, port),
  };
}

/** Describes it as part of a sentence: `another Lectern (process 12: node src-server/bin.mjs serve)`. */
export function describePortHolder({ lectern, pid, command }: PortHolder): string {
  const who = lectern ? 'another Lectern' : 'another program';
  return pid === undefined ? who : `${who} (process ${pid}${command ? `: ${command}` : ''})`;
}

function listenerOn(port: number): number | undefined {
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningSockets(table, port)),
  );
  if (sockets.size === 0) return undefined;
  return processIds()
    .map(Number)
    .find((pid) =>
      listFolder(`/proc/${pid}/fd`).some((fd) => sockets.has(linkTarget(`/proc/${pid}/fd/${fd}`) ?? '')),
    );
}

// A row: `0: 0100007F:21C2 00000000:0000 0A … INODE …`, numbers in hexadecimal except the inode in column 9.
function listeningSockets(table: string, port: number): string[] {
  return read(table)
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, local, , state]) => state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port,
    )
    .map((row) => `socket:[${row[9]}]`);
}

// The program and its script, and nothing from the first option on, which may hold a secret.
function commandOf(pid: number): string | undefined {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  const option = words.findIndex((word) => word.startsWith('-') || word === '');
  const [program = '', ...rest] = words.slice(0, option === -1 ? undefined : option).slice(0, MAX_WORDS);
  return program === '' ? undefined : [basename(program), ...rest].join(' ');
}

async function isLectern(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(
      `http://${LOOPBACK_FOR[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}/`,
      {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'name' in body && body.name === 'Lectern';
  } catch {
    return false;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
