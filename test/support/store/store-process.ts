import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';

const SCRIPT = fileURLToPath(new URL('./store-child.ts', import.meta.url));

/** A process of store-child.ts that works on the folder. */
export type StoreProcess = {
  readonly child: ChildProcess;
  /** Resolves when the process has printed a line with this start; rejects when it ends before. */
  readonly waitForLine: (start: string) => Promise<void>;
  /** Sends kill -9 and waits for the end. */
  readonly kill: () => Promise<void>;
  /** Resolves with the exit code and stderr. */
  readonly exited: Promise<{ code: number | null; errors: string }>;
};

/** Starts `store-child.ts COMMAND`, paused at the log line that begins with `stop`. */
export function startStoreProcess(
  command: 'open' | 'migrate' | 'backup' | 'restore',
  folder: DataFolder,
  stop = '',
  file = '',
): StoreProcess {
  const child = spawn(process.execPath, [SCRIPT, command, folder.root, stop, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  let wake = () => {};
  const output = createInterface(child.stdout);
  output.on('line', (line) => {
    lines.push(line);
    wake();
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const exited = once(child, 'close').then(([code]) => {
    wake();
    return { code: code as number | null, errors };
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const waitForLine = (start: string) =>
    new Promise<void>((resolve, reject) => {
      wake = () => {
        if (lines.some((line) => line.startsWith(start))) resolve();
        else if (child.exitCode !== null)
          reject(new Error(`it ended without printing "${start}": ${errors}`));
      };
      wake();
    });
  return { child, waitForLine, kill, exited };
}
