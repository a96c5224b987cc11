/*
 * Measures speed and memory as ratios to bare Express 5 (or bare better-sqlite3) within one run on the same machine.
 * Prints a table and writes docs/performance.md. Not part of the tests.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { populate as populateRequests } from '../gui/requests/populate-requests.ts';
import { packProgram } from '../support/runner/packed-program.ts';
import { prepareMachine } from '../support/runner/prepare-machine.ts';
import { PROGRAMS } from '../support/runner/programs.ts';
import { measureBuilds } from './builds.ts';
import { measureDialects } from './dialects.ts';
import { measureLatencies } from './latency/latencies.ts';
import { measureLogs } from './logs.ts';
import { measurePreview } from './preview.ts';
import { measureQuickBuilds } from './quick-builds.ts';
import { measureReads } from './reads.ts';
import { performancePage, type Result, table } from './report.ts';
import { measureRequestLog } from './requests.ts';
import { measureResets } from './resets.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { fillStore } from './stores.ts';
import { measureSync, SYNC_SIZES } from './sync/sync.ts';
import { measureWindow } from './window/window.ts';
import { measureWrites } from './writes.ts';

const PROJECTS = 10_000;
const BUILDS = 100_000;
/** What the project with the builds has in the window, when its latencies are measured. */
const BUSY = { versions: 3_000, redirects: 500 } as const;
const PAGE = new URL('../../docs/performance.md', import.meta.url);

/** The parts that can be run alone, by their argument. */
const PARTS = [
  'api',
  'dialects',
  'requests',
  'window',
  'latencies',
  'builds',
  'preview',
  'quick-builds',
  'logs',
  'resets',
  'sync',
  'search',
] as const;
type Part = (typeof PARTS)[number];

async function main(args: readonly string[]): Promise<void> {
  const unknown = args.filter((arg) => !PARTS.some((part) => part === arg));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}.`);
  const programs = PROGRAMS.filter(({ program }) => /^(wrk|chromium|sphinx-build)$/.test(program));
  if (prepareMachine(programs.map((program) => ({ ...program, neededNow: true }))).length > 0) {
    process.exitCode = 1;
    return;
  }
  packProgram();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const results: Result[] = [];
    const note = (result: Result) => {
      results.push(result);
      console.log(`${result.name}: ${result.value.toFixed(2)} (${result.bound})`);
    };
    for (const part of PARTS) {
      if (args.length === 0 || args.includes(part)) await measure(part, folder, note);
    }
    console.log(`\n${table(results)}`);
    const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown' };
    writeFileSync(PAGE, performancePage(results, machine, readFileSync(PAGE, 'utf8')));
    if (results.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(part: Part, folder: string, note: (result: Result) => void): Promise<void> {
  console.log(`Measuring ${part} in ${folder}`);
  const place = join(folder, part);
  mkdirSync(place);
  if (part === 'builds') return measureBuilds(place, note);
  if (part === 'preview') return measurePreview(place, note);
  if (part === 'search') return measureSearch(place, note);
  if (part === 'quick-builds') return measureQuickBuilds(place, note);
  if (part === 'logs') return measureLogs(place, note);
  if (part === 'resets') return measureResets(place, PROJECTS, BUILDS, note);
  if (part === 'sync') return measureSync(place, SYNC_SIZES, note);
  if (part === 'latencies') {
    await fillStore(join(place, 'data'), PROJECTS, BUILDS, BUSY);
    return measureLatencies(place, note);
  }
  if (part === 'window') {
    await fillStore(join(place, 'projects', 'data'), PROJECTS, BUILDS);
    populateRequests(join(place, 'requests', 'data'));
    const home = { projects: PROJECTS, builds: BUILDS };
    const at = (name: string) => join(place, name);
    const folders = { full: at('projects'), empty: at('bare'), requests: at('requests') };
    return measureWindow({ ...folders, workspaces: at('workspaces'), home }, note);
  }
  const fill = async (name: string, projects: number, builds: number) => {
    const data = join(place, name);
    return { folder: data, ...(await fillStore(data, projects, builds)) };
  };
  const main = await fill('main', PROJECTS, BUILDS);
  if (part === 'requests') return measureRequestLog(main, place, note);
  if (part === 'dialects') return measureDialects(main, note);
  const [small, large] = [await fill('small', 1, 1_000), await fill('large', 1, 1_000_000)];
  await measureReads({ main, small, large, scratch: place }, note);
  await measureWrites(main, place, note);
  await measureStart(main, place, note);
}

await main(process.argv.slice(2));
