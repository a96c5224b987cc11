import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { requiresAllPrograms } from '../runner/programs.ts';

/**
 * Kinds of full disks:
 * - `a small disk`: a file system of a few megabytes in memory, which root can mount outside most containers;
 * - `a limit on files`: a kernel limit on file size, with which no file of the process may grow or be written.
 */
export type DiskKind = 'a small disk' | 'a limit on files';

/** A disk for a data folder that can be filled. */
export type SmallDisk = {
  /** Path for the data folder, which does not exist yet. */
  readonly folder: string;
  /** Leaves no space for the process from now on, or this many pages of 4 KB of a small disk. */
  readonly fill: (process: { readonly pid: number }, pages?: number) => void;
  readonly free: (process: { readonly pid: number }) => void;
  /** Command placed before a program to start it on the full disk. */
  readonly whenFull: readonly string[];
};

const MEGABYTES = 12;
const PAGE = 4096;

/** Returns the kinds that this machine supports. @throws Error when `CI` is set and there are none */
export function diskKinds(): readonly DiskKind[] {
  const kinds: DiskKind[] = [];
  if (canMount()) kinds.push('a small disk');
  if (process.platform === 'linux' && run('prlimit', '--version')) kinds.push('a limit on files');
  if (kinds.length === 0 && requiresAllPrograms()) {
    throw new Error(
      'CI is set, and no full disk can be created: neither mount -t tmpfs nor prlimit works here.',
    );
  }
  return kinds;
}

/** Creates a small disk for the running test. */
export function makeSmallDisk(kind: DiskKind): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
  const folder = join(place, 'data');
  if (kind === 'a limit on files') {
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const limit = (pid: number, to: string) => {
      if (!run('prlimit', `--pid=${pid}`, `--fsize=${to}:`))
        throw new Error(`prlimit refuses ${to} for ${pid}`);
    };
    return {
      folder,
      fill: ({ pid }) => limit(pid, '0'),
      free: ({ pid }) => limit(pid, 'unlimited'),
      whenFull: ['prlimit', '--fsize=0:', '--'],
    };
  }
  if (!mount(place)) throw new Error('The small disk cannot be mounted.');
  onTestFinished(() => {
    run('umount', '--lazy', place);
    rmSync(place, { recursive: true, force: true });
  });
  const filler = join(place, 'filler');
  return {
    folder,
    fill: (_, pages = 0) => {
      fillUp(filler);
      truncateSync(filler, statSync(filler).size - pages * PAGE);
    },
    free: () => rmSync(filler, { force: true }),
    whenFull: [],
  };
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
  const works = mount(place) && run('umount', place);
  rmSync(place, { recursive: true, force: true });
  return works;
}

function mount(place: string): boolean {
  return run('mount', '-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=700`, 'lectern-test', place);
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
      const piece = Buffer.alloc(size);
      while (fits(descriptor, piece));
    }
  } finally {
    closeSync(descriptor);
  }
}

function fits(descriptor: number, piece: Buffer): boolean {
  try {
    return writeSync(descriptor, piece) === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

function run(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
