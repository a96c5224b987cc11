import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ProcessExit,
  runLectern,
  type ServingLectern,
  type SpawnOptions,
  startLectern,
} from '../support/program/lectern-process.ts';

/** A path for a data folder that is not there yet. */
export function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-cli-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'data');
}

/** A file of this content, gone after the test. */
export function newFile(content: string): string {
  const file = `${newFolder()}.json`;
  writeFileSync(file, content);
  return file;
}

/** `serve`, killed after the test if it is still there. */
export async function serve(args: readonly string[], options?: SpawnOptions): Promise<ServingLectern> {
  const lectern = await startLectern(args, options);
  onTestFinished(async () => {
    await lectern.kill();
  });
  return lectern;
}

/** A command on a data folder, without the keychain where it would ask one. */
export function run(folder: string, ...args: readonly string[]): Promise<ProcessExit> {
  return runLectern([...args, '--data', folder]);
}

/** The only line of a command's JSON answer. */
export function parseOutput({ stdout }: Pick<ProcessExit, 'stdout'>): unknown {
  return JSON.parse(stdout);
}

/** GET with a token. */
export async function get(url: string, token?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, { headers: token ? { authorization: `Token ${token}` } : {} });
  return { status: answer.status, body: await answer.json() };
}
