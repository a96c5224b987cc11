import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { requiresAllPrograms } from '../runner/programs.ts';

/**
 * How a disk comes to be full:
 * - `a small disk`: a file system of a few megabytes in memory, which root may mount outside most containers;
 * - `a limit on files`: no file of the process may grow or be written, which every user may ask of the kernel.
 */
export type DiskKind = 'a small disk' | 'a limit on files';

/** A place for a data folder on a disk that can be made full. */
export type SmallDisk = {
  /** For the data folder, which is not there yet. */
  readonly folder: string;
  /** From now on the process finds no space. */
  readonly fill: (process: { readonly pid: number }) => void;
  readonly free: (process: { readonly pid: number }) => void;
  /** Put before a program so that it starts on the full disk. */
  readonly whenFull: readonly string[];
};

const MEGABYTES = 12;

/** What this machine can do; throws where leaving tests out is not allowed (`CI` is set) and it can do nothing. */
export function diskKinds(): readonly DiskKind[] {
  const kinds: DiskKind[] = [];
  if (canMount()) kinds.push('a small disk');
  if (process.platform === 'linux' && run('prlimit', '--version')) kinds.push('a limit on files');
  if (kinds.length === 0 && requiresAllPrograms()) {
    throw new Error(
      'CI is set, and no full disk can be made: neither mount -t tmpfs nor prlimit works here.',
    );
  }
  return kinds;
}

/** Makes one for the running test. */
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
    fill: () => fillUp(filler),
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
