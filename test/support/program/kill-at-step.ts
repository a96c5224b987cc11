// Loaded by `node --import` before a program: ends it by kill -9 before the Nth call that changes files in a folder.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const folder = process.env.KILL_IN ?? '';
const last = Number(process.env.KILL_AT);
let steps = 0;

/** Counts a call whose first or second argument is in the folder. */
function count(args: readonly unknown[]): void {
  if (!args.slice(0, 2).some((arg) => typeof arg === 'string' && arg.startsWith(folder))) return;
  steps += 1;
  if (steps === last) process.kill(process.pid, 'SIGKILL');
}

function countCalls(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Reflect.set(owner, name, (...args: unknown[]) => {
      count(args);
      return original(...args);
    });
  }
}

const CHANGING = ['rename', 'rm', 'unlink', 'copyFile', 'writeFile', 'truncate', 'chmod', 'mkdir', 'link'];
countCalls(
  fs,
  [...CHANGING, 'open'].map((name) => `${name}Sync`),
);
countCalls(fs.promises, [...CHANGING, 'open']);
syncBuiltinESMExports();
