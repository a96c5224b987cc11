import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ProcessExit,
  type ServingLectern,
  type SpawnOptions,
  startLectern,
} from '../support/program/lectern-process.ts';
import { type LecternHere, runCommand, serveHere } from '../support/program/run-command.ts';

/** Returns a path for a new data folder. */
export function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-cli-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'data');
}

/** Creates a file with this content and deletes it after the test. */
export function newFile(content: string): string {
  const file = `${newFolder()}.json`;
  writeFileSync(file, content);
  return file;
}

/** Starts `serve` and kills it after the test if it still runs. */
export async function serve(args: readonly string[], options?: SpawnOptions): Promise<ServingLectern> {
  const lectern = await startLectern(args, options);
  onTestFinished(async () => {
    await lectern.kill();
  });
  return lectern;
}

/** Starts `serve` in this process, with builds that wait, and ends it after the test. */
export async function serveInTest(
  args: readonly string[],
  options?: { readonly env?: NodeJS.ProcessEnv },
): Promise<LecternHere> {
  const lectern = await serveHere(['--no-builds', ...args], options);
  onTestFinished(async () => {
    await lectern.stop();
  });
  return lectern;
}

/** Runs a command on a data folder, in this process. */
export function run(folder: string, ...args: readonly string[]): Promise<ProcessExit> {
  return runCommand([...args, '--data', folder]);
}

/** Runs doctor without programs in PATH, since it takes most of its time to ask them for their versions. */
export function runDoctor(folder: string, ...args: readonly string[]): Promise<ProcessExit> {
  const line = ['doctor', '--keychain', 'off', '--port', '0', '--data', folder, ...args];
  return runCommand(line, { env: { PATH: newFolder() } });
}

/** Parses the single line of JSON that a command printed. */
export function parseOutput({ stdout }: Pick<ProcessExit, 'stdout'>): unknown {
  return JSON.parse(stdout);
}

/** Sends a GET request with a token. */
export async function get(url: string, token?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, { headers: token ? { authorization: `Token ${token}` } : {} });
  return { status: answer.status, body: await answer.json() };
}
