import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BenchBuildServer,
  BUILDERS_PATH,
  commandTime,
  runBuild,
  startBenchBuildServer,
  timeBuild,
  waitForBuild,
} from './programs/build-server.ts';
import { atMost, median, type Result } from './report.ts';
import { commitAll, SHARED, sphinxRepository } from './sites.ts';

const ROUNDS = 5;
const PAGES = 200;
const MANY = 10;
const PAGES_OF_MANY = 60;
const COMMAND = 'mkdir -p "$READTHEDOCS_OUTPUT/html" && echo Glow > "$READTHEDOCS_OUTPUT/html/index.html"';
const MINIMAL = `version: 2\nbuild:\n  os: ubuntu-24.04\n  tools:\n    python: "3"\n  commands:\n    - ${COMMAND}\n`;
const execute = promisify(execFile);

type Note = (result: Result) => void;

/** Measures what a build costs beside what its tools do. Environments share the packages of this machine: no index is needed. */
export async function measureQuickBuilds(scratch: string, note: Note): Promise<void> {
  await measureMinimal(scratch, note);
  const many = Array.from({ length: MANY }, (_, at) => `many-${at}`);
  const places = Object.fromEntries(['site', 'fast', ...many].map((name) => [name, join(scratch, name)]));
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  const folder = (name: string) => places[name] ?? '';
  for (const name of ['site', 'fast']) sphinxRepository(folder(name), PAGES, SHARED);
  for (const name of many) sphinxRepository(folder(name), PAGES_OF_MANY, SHARED);
  const lectern = await startBenchBuildServer(join(scratch, 'data'), places, {
    ...{ tools: 'own', fast: ['fast'], atOnce: availableParallelism() },
  });
  try {
    for (const [at, name] of Object.keys(places).entries()) await waitForBuild(lectern, name, at + 1);
    await measureClean(lectern, folder('site'), scratch, note);
    await measureFast(lectern, folder('fast'), scratch, note);
    await measureMany(lectern, many, folder, scratch, note);
  } finally {
    await lectern.stop();
  }
}

/** On a server of its own, before the disk is busy with what larger builds write. */
async function measureMinimal(scratch: string, note: Note) {
  const repository = join(scratch, 'minimal');
  mkdirSync(repository, { recursive: true });
  commitAll(repository, { '.readthedocs.yaml': MINIMAL });
  const data = join(scratch, 'minimal-data');
  const lectern = await startBenchBuildServer(data, { minimal: repository }, { tools: 'own' });
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    await waitForBuild(lectern, 'minimal', 1);
    for (let round = 0; round < ROUNDS; round++) {
      const place = join(scratch, `minimal-${round}`);
      bare.push(
        await timed(async () => {
          await clone(repository, place);
          await run(place, 'bash', '-c', COMMAND);
        }),
      );
      ours.push(await timeBuild(lectern, 'minimal'));
    }
  } finally {
    await lectern.stop();
  }
  const more = median(ours.map((time, round) => time - (bare[round] ?? Number.NaN)));
  note(atMost('a minimal build, seconds more than its clone and command', more / 1000, 1, sides(ours, bare)));
}

async function measureClean(lectern: BenchBuildServer, repository: string, scratch: string, note: Note) {
  const [ours, bare, all]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const place = join(scratch, `clean-${round}`);
    await clone(repository, place);
    bare.push(await timed(() => sphinx(place)));
    let id = 0;
    all.push(
      await timed(async () => {
        id = await runBuild(lectern, 'site');
      }),
    );
    ours.push(await commandTime(lectern, id, isAfterCheckout));
  }
  const apart = median(all.map((time, round) => time - (ours[round] ?? Number.NaN)));
  const detail = `${sides(ours, bare)}; clone, publishing and indexing ${Math.round(apart)} ms`;
  note(
    atMost(
      `second clean build of ${PAGES} Sphinx pages, against sphinx-build`,
      ratio(ours, bare),
      1.05,
      detail,
    ),
  );
}

async function measureFast(lectern: BenchBuildServer, repository: string, scratch: string, note: Note) {
  const place = join(scratch, 'by-hand');
  await clone(repository, place);
  await sphinx(place);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = `docs/page-${round + 1}.rst`;
    for (const each of [repository, place]) appendFileSync(join(each, page), '\nOne more line.\n');
    commitAll(repository, {});
    bare.push(await timed(() => sphinx(place)));
    ours.push(await commandTime(lectern, await runBuild(lectern, 'fast'), isAfterCheckout));
  }
  note(
    atMost(
      `fast rebuild after one changed page of ${PAGES}, against sphinx-build`,
      ratio(ours, bare),
      1.2,
      sides(ours, bare),
    ),
  );
}

async function measureMany(
  lectern: BenchBuildServer,
  names: readonly string[],
  folder: (name: string) => string,
  scratch: string,
  note: Note,
) {
  const bare = await timed(async () => {
    for (const name of names) {
      const place = join(scratch, `${name}-by-hand`);
      await clone(folder(name), place);
      await sphinx(place);
    }
  });
  const ours = await timed(() => Promise.all(names.map((name) => runBuild(lectern, name))));
  note(
    atMost(
      `${MANY} builds of ${MANY} projects at once, against their sum`,
      ours / bare,
      1.1,
      sides([ours], [bare]),
    ),
  );
}

/** Says that everything before was to get the repository. */
function isAfterCheckout(command: string): boolean {
  return !command.startsWith('git ');
}

async function clone(repository: string, place: string): Promise<void> {
  mkdirSync(place, { recursive: true });
  await run(place, 'git', 'clone', '--quiet', '--depth', '1', `file://${repository}`, '.');
}

async function sphinx(place: string): Promise<void> {
  const options = ['-T', '-b', 'html', '-d', '_build/doctrees', '-D', 'language=en'];
  await run(join(place, 'docs'), 'sphinx-build', ...options, '.', join(place, '_readthedocs/html'));
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<void> {
  const env = { PATH: BUILDERS_PATH, LANG: 'C.UTF-8', HOME: cwd, READTHEDOCS_OUTPUT: join(cwd, 'output') };
  await execute(program, args, { cwd, env, maxBuffer: 2 ** 26 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function ratio(ours: readonly number[], bare: readonly number[]): number {
  return median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
}

function sides(ours: readonly number[], bare: readonly number[]): string {
  return `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`;
}
