/*
 * Speed and memory, as ratios measured within one run against bare Express 5 (or bare better-sqlite3) on the same
 * machine. Prints a table and writes docs/performance.md. Not part of the tests.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareMachine } from '../support/prepare-machine.ts';
import { PROGRAMS } from '../support/programs.ts';
import { measureBuilds } from './builds.ts';
import { measureLogs } from './logs.ts';
import { measureReads } from './reads.ts';
import { performancePage, type Result, table } from './report.ts';
import { measureStart } from './start.ts';
import { fillStore } from './stores.ts';
import { measureWindow } from './window.ts';
import { measureWrites } from './writes.ts';

const PROJECTS = 10_000;
const BUILDS = 100_000;

async function main(): Promise<void> {
  if (
    prepareMachine(
      PROGRAMS.filter(({ program }) => /^(wrk|chromium|sphinx-build)$/.test(program)).map((program) => ({
        ...program,
        neededNow: true,
      })),
    ).length > 0
  ) {
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    console.log(`Filling stores in ${folder}`);
    const main = {
      folder: join(folder, 'main'),
      ...(await fillStore(join(folder, 'main'), PROJECTS, BUILDS)),
    };
    const small = { folder: join(folder, 'small'), ...(await fillStore(join(folder, 'small'), 1, 1_000)) };
    const large = {
      folder: join(folder, 'large'),
      ...(await fillStore(join(folder, 'large'), 1, 1_000_000)),
    };
    const results: Result[] = [];
    const note = (result: Result) => {
      results.push(result);
      console.log(`${result.name}: ${result.value.toFixed(2)} (${result.bound})`);
    };
    await measureReads({ main, small, large, scratch: folder }, note);
    await measureWrites(main, folder, note);
    await measureStart(main, folder, note);
    await fillStore(join(folder, 'shelf', 'data'), PROJECTS, BUILDS);
    await measureWindow({ full: join(folder, 'shelf'), empty: join(folder, 'bare') }, note);
    await measureBuilds(join(folder, 'builds'), note);
    await measureLogs(join(folder, 'logs'), note);
    console.log(`\n${table(results)}`);
    const page = performancePage(results, { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown' });
    writeFileSync(new URL('../../docs/performance.md', import.meta.url), page);
    if (results.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
