import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { sqliteVersion } from '../store/inspect-database.ts';
import { type Check, fault, ok, reason, warning } from './check.ts';
import { findPortHolder, introducePortHolder } from './port-holder.ts';

const OLDEST_NODE = 24;
const PROGRAM_MS = 10_000;

/** The Node that runs this. */
export function checkNode(version = process.versions.node): Check {
  const enough = Number.parseInt(version, 10) >= OLDEST_NODE;
  return enough
    ? ok('Node', version)
    : fault('Node', `${version} is too old`, `Run "npm ci", which brings Node ${OLDEST_NODE}.`);
}

/** The SQLite inside. */
export function checkSqlite(): Check {
  try {
    return ok('SQLite', sqliteVersion());
  } catch (error) {
    return fault('SQLite', `cannot be used: ${reason(error)}`, 'Run "npm ci".');
  }
}

/** Whether the next start can listen. `holderUrl` is where the holder of the data folder answers. */
export async function checkPort(port: number, holderUrl: string | undefined): Promise<Check> {
  const name = `Port ${port}`;
  if (port === 0) return ok('Port', 'a free one is taken');
  if (holderUrl !== undefined && portOf(holderUrl) === port)
    return ok(name, `in use by this Lectern (${holderUrl})`);
  const code = await tryToListen(port);
  if (code === undefined) return ok(name, 'free');
  if (code !== 'EADDRINUSE') return fault(name, `cannot be used (${code})`, 'Choose another with --port.');
  const holder = introducePortHolder(await findPortHolder('127.0.0.1', port));
  return warning(name, `in use by ${holder}`, 'Quit that one, or start Lectern with another --port.');
}

/** The programs that builds run. */
export function checkPrograms(): Promise<Check[]> {
  return Promise.all([
    checkProgram('git', 'Without it no repository can be read; install git.'),
    checkProgram('sphinx-build', 'Without it no Sphinx project can be built; install Sphinx.'),
    checkProgram('mkdocs', 'Without it no MkDocs project can be built; install MkDocs.'),
  ]);
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

// The system also says EACCES when it found nothing and was kept out of one of the folders.
function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isFile(join(folder, program)));
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function checkProgram(program: string, remedy: string): Promise<Check> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: PROGRAM_MS, windowsHide: true }, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.trim().split('\n', 1)[0] ?? '';
      if (!error) resolve(ok(program, said.replace(/^(git version|sphinx-build|mkdocs, version) /, '')));
      else if (error.code === 'ENOENT' || (error.code === 'EACCES' && !isOnPath(program)))
        resolve(warning(program, 'not found', remedy));
      else resolve(warning(program, `does not work: ${said || reason(error)}`, remedy));
    });
  });
}
