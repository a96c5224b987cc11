// npm test: prepares the machine, runs every suite, and sums them up in the last line of its output.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareMachine } from './support/prepare-machine.ts';
import { mustHaveAll } from './support/programs.ts';
import { add, lastLine, NOTHING, settle, type Tally } from './support/tally.ts';
import { readVitestReport } from './support/vitest-report.ts';

/** A program that runs tests and leaves a report from which they are counted. */
type Suite = {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly reportFile: string;
  /** Throws when the report cannot be read. */
  readonly read: (reportFile: string) => Tally;
};

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'lectern-test-'));
try {
  process.exitCode = await runAll(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function runAll(given: readonly string[]): Promise<number> {
  const missing = prepareMachine();
  let total: Tally = mustHaveAll() ? { ...NOTHING, failed: missing.length } : NOTHING;
  for (const suite of suites(given)) total = add(total, await runSuite(suite));
  console.log(lastLine(total));
  return total.failed === 0 ? 0 : 1;
}

function suites(given: readonly string[]): readonly Suite[] {
  const faults = given.includes('--faults');
  const args = given.filter((arg) => arg !== '--faults');
  return [vitest(faults ? ['test/faults', ...args] : args, faults ? { LECTERN_FAULTS: 'long' } : {})];
}

function vitest(args: readonly string[], environment: Suite['environment']): Suite {
  const reportFile = join(reports, 'vitest.json');
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const command = [process.execPath, program, 'run', ...reporters, ...args];
  return { name: 'vitest', command, environment, reportFile, read: readVitestReport };
}

async function runSuite(suite: Suite): Promise<Tally> {
  const exitCode = await run(suite);
  try {
    return settle(suite.read(suite.reportFile), exitCode);
  } catch (error) {
    console.error(`${suite.name} ended with code ${exitCode} and left no report: ${String(error)}`);
    return { ...NOTHING, failed: 1 };
  }
}

/** The exit code; a signal counts as 1. */
function run({ command: [program = '', ...args], environment }: Suite): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
