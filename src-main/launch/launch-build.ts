import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the bundles. */
const SOURCES = [
  'src-main',
  'src-renderer',
  'src-server',
  'docs/handbook',
  'CHANGELOG.md',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];
/** One file of each bundle, in the order of writing. */
const BUNDLES = ['out/main/index.js', 'out/preload/preload.cjs', 'out/renderer/index.html'];

/**
 * Builds the bundles in out/ when one is missing or older than a source. Returns the message of a failure, or undefined.
 * A packaged or trimmed checkout without the build tool uses the bundles that it has.
 */
export async function buildIfStale(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!isStale(root)) return undefined;
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  if (!existsSync(builder)) {
    const complete = BUNDLES.every((file) => existsSync(join(root, file)));
    return complete
      ? undefined
      : `The window is not built, and the build tool is missing. Run "npm ci" in ${root}.`;
  }
  console.error('Building the window.');
  const { code, output } = await runQuietly(builder, root, env);
  if (code === 0) return undefined;
  return `${output.trimEnd()}\nThe window could not be built (exit code ${code}).`;
}

/** Returns whether a bundle is missing, or a source or its folder is newer than the oldest bundle. */
export function isStale(root: string): boolean {
  const built = BUNDLES.map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const newest = Math.max(...SOURCES.map((source) => newestTime(join(root, source))));
  return newest > Math.min(...built);
}

/** Returns when the path or anything below it last changed, 0 for a missing one. A folder's time shows deletions. */
function newestTime(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestTime(join(path, name))));
}

function runQuietly(builder: string, root: string, env: NodeJS.ProcessEnv) {
  const options = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, [builder, 'build'], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
