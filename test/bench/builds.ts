import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requestsPerSecond } from './load.ts';
import {
  type BenchBuildServer,
  BUILDERS_PATH,
  startBenchBuildServer,
  timeBuild,
  waitForBuild,
} from './programs/build-server.ts';
import { type ServerProcess, startStatic } from './programs/server-process.ts';
import { atLeast, atMost, median, type Result } from './report.ts';
import { sphinxRepository } from './sites.ts';

const BUILD_ROUNDS = 5;
const PAGE_ROUNDS = 3;
const PAGE_SECONDS = 3;
const PAGES = 200;

const execute = promisify(execFile);

type Note = (result: Result) => void;

/** Measures builds of a Sphinx site, and its pages. */
export async function measureBuilds(scratch: string, note: Note): Promise<void> {
  const repositories = { site: join(scratch, 'site') };
  mkdirSync(repositories.site, { recursive: true });
  sphinxRepository(repositories.site, PAGES);
  const data = join(scratch, 'building');
  const lectern = await startBenchBuildServer(data, repositories);
  try {
    await waitForBuild(lectern, 'site', 1);
    await measureBuild(lectern, repositories.site, scratch, note);
    await measurePages(lectern, data, note);
  } finally {
    await lectern.stop();
  }
}

async function measureBuild(
  lectern: BenchBuildServer,
  repository: string,
  scratch: string,
  note: Note,
): Promise<void> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < BUILD_ROUNDS; round++) {
    bare.push(await timeBare(repository, join(scratch, `bare-${round}`)));
    ours.push(await timeBuild(lectern, 'site'));
  }
  const ratio = median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
  const detail = `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`;
  note(atMost(`build of a ${PAGES}-page Sphinx site`, ratio, 1.1, detail));
}

/** Runs the same commands without Lectern: clone, check out, build. */
async function timeBare(repository: string, folder: string): Promise<number> {
  const startedAt = performance.now();
  mkdirSync(folder);
  const run = (cwd: string, program: string, ...args: readonly string[]) =>
    execute(program, args, {
      cwd,
      maxBuffer: 2 ** 26,
      env: { PATH: BUILDERS_PATH, LANG: 'C.UTF-8', HOME: folder },
    });
  await run(folder, 'git', 'clone', '--depth', '1', `file://${repository}`, 'checkout');
  const checkout = join(folder, 'checkout');
  await run(checkout, 'git', 'checkout', '--force', 'origin/main');
  await run(
    join(checkout, 'docs'),
    'sphinx-build',
    '-T',
    '-b',
    'html',
    '-d',
    '_build/doctrees',
    '-D',
    'language=en',
    '.',
    join(folder, 'html'),
  );
  return performance.now() - startedAt;
}

async function measurePages(lectern: BenchBuildServer, data: string, note: Note): Promise<void> {
  const html = servedFolder(data);
  const bare: ServerProcess = await startStatic(html);
  const { port } = new URL(lectern.url);
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < PAGE_ROUNDS; round++) {
      theirs.push(await requestsPerSecond({ url: bare.url, path: pageOf('/') }, PAGE_SECONDS));
      ours.push(
        await requestsPerSecond(
          { url: lectern.url, host: `site.localhost:${port}`, path: pageOf('/en/latest/') },
          PAGE_SECONDS,
        ),
      );
    }
  } finally {
    await bare.stop();
  }
  const detail = `${Math.round(median(ours))}/s against ${Math.round(median(theirs))}/s`;
  note(atLeast('built pages, against serve-static alone', median(ours) / median(theirs), 0.7, detail));
}

/** Returns Lua that selects a different page for each request. */
function pageOf(root: string): string {
  return `"${root}page-" .. (n % ${PAGES - 1} + 1) .. ".html"`;
}

/** Returns the served pages of version 1, in the folder of its newest build. */
function servedFolder(data: string): string {
  const builds = readdirSync(join(data, 'docs', '1')).map(Number);
  return join(data, 'docs', '1', String(Math.max(...builds)), 'html');
}
