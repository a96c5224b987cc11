import { createServer } from 'node:net';
import { findBuildIsolation, findBuildPrograms } from '../../host/runtime/machine.ts';
import { describeIsolation } from '../../model/builds/build-isolation.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { sqliteVersion } from '../../store/file/inspect-database.ts';
import { describePortHolder, findPortHolder } from '../serve/port-holder.ts';
import { type Check, finding, ok, reason, warning } from './check.ts';

const MIN_NODE = 24;
const SANDBOX_REMEDY =
  'Install bubblewrap and allow user namespaces, or only allow builds that you would run yourself.';
const SESSION_REMEDY = 'Only allow builds that you would run yourself.';

/** Checks the version of Node. */
export function checkNode(version = process.versions.node): Check {
  const enough = Number.parseInt(version, 10) >= MIN_NODE;
  return enough
    ? ok('Node', version)
    : finding('Node', `${version} is too old`, `Run "npm ci", which installs Node ${MIN_NODE}.`);
}

/** Checks the included SQLite. */
export function checkSqlite(): Check {
  try {
    return ok('SQLite', sqliteVersion());
  } catch (error) {
    return finding('SQLite', `cannot be used: ${reason(error)}`, 'Run "npm ci".');
  }
}

/** Checks whether the next start can listen. `holderUrl` is where the holder of the data folder listens. */
export async function checkPort(port: number, holderUrl: string | undefined): Promise<Check> {
  const name = `Port ${port}`;
  if (port === 0) return ok('Port', 'a free one will be chosen');
  if (holderUrl !== undefined && portOf(holderUrl) === port)
    return ok(name, `in use by this Lectern (${holderUrl})`);
  const code = await tryToListen(port);
  if (code === undefined) return ok(name, 'free');
  if (code !== 'EADDRINUSE') return finding(name, `cannot be used (${code})`, 'Choose another with --port.');
  const holder = describePortHolder(await findPortHolder('127.0.0.1', port));
  return warning(name, `in use by ${holder}`, 'Quit it, or start Lectern with another --port.');
}

/** Programs without which most builds cannot run, with the text to show. */
export const REQUIRED_PROGRAMS: Readonly<Record<string, string>> = {
  git: 'No build can run without it.',
  Python: 'No build with Sphinx or MkDocs can run without it.',
};

/** Checks the programs that builds run, named as in Settings. */
export async function checkPrograms(): Promise<Check[]> {
  const found = await findBuildPrograms();
  return BUILD_PROGRAMS.map(({ name, remedy: hint }, index) => {
    const remedy = REQUIRED_PROGRAMS[name] === undefined ? hint : `${REQUIRED_PROGRAMS[name]} ${hint}`;
    const { path = null, version = null } = found[index] ?? {};
    if (path === null) return warning(name, 'not found', remedy);
    if (version === null) return warning(name, `does not work (${path})`, remedy);
    return ok(name, `${version} (${path})`);
  });
}

/** Checks what keeps builds apart from this machine; without it, Lectern works as well. */
export async function checkIsolation(): Promise<Check> {
  const isolation = await findBuildIsolation();
  const { sandbox, problem, endsAllProcesses } = isolation;
  if (sandbox && !isolation.reachesSession) return ok('Sandbox', 'builds cannot read the data of Lectern');
  if (sandbox) return warning('Sandbox', describeIsolation(isolation), SESSION_REMEDY);
  const remedy =
    process.platform === 'linux' ? SANDBOX_REMEDY : 'Only allow builds that you would run yourself.';
  const processes = endsAllProcesses ? '' : ' Nothing ends a process that hides from its build.';
  return warning(
    'Sandbox',
    `builds can read all that you can: ${problem.replace(/\.$/, '')}`,
    `${remedy}${processes}`,
  );
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
