// npm test: prepares the machine, runs every suite, and sums them up in the last line of its output.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport } from './support/runner/playwright-report.ts';
import { prepareMachine } from './support/runner/prepare-machine.ts';
import { requiresAllPrograms } from './support/runner/programs.ts';
import { add, flakyLines, lastLine, NOTHING, type Tally, withExitCode } from './support/runner/tally.ts';
import { readVitestReport } from './support/runner/vitest-report.ts';

/** A program that runs tests and leaves a report from which they are counted. */
type Suite = {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly reportFile: string;
  /** Throws when the report cannot be read. */
  readonly read: (reportFile: string) => Tally;
  /** What must have ended well before it begins. */
  readonly before?: Pick<Suite, 'command' | 'environment'>;
};

const root = join(import.meta.dirname, '..');
const BUILD = {
  command: [
    process.execPath,
    join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
  ],
  environment: {},
};
const reports = mkdtempSync(join(tmpdir(), 'lectern-test-'));
try {
  process.exitCode = await runAll(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function runAll(argv: readonly string[]): Promise<number> {
  const missing = prepareMachine();
  let total: Tally = requiresAllPrograms() ? { ...NOTHING, failed: missing.length } : NOTHING;
  for (const suite of suites(argv)) total = add(total, await runSuite(suite));
  for (const line of flakyLines(total)) console.log(line);
  console.log(lastLine(total));
  return total.failed === 0 ? 0 : 1;
}

function suites(argv: readonly string[]): readonly Suite[] {
  const args = argv.filter((arg) => !arg.startsWith('--'));
  if (argv.includes('--faults')) return [vitest(['test/faults', ...args], { LECTERN_FAULTS: 'long' })];
  if (argv.includes('--gui')) return [playwright(args)];
  // Files that are named belong to one of the two.
  const specs = args.filter((arg) => arg.includes('test/gui'));
  const rest = args.filter((arg) => !arg.includes('test/gui'));
  if (args.length === 0) return [vitest([], {}), playwright([])];
  return [...(rest.length > 0 ? [vitest(rest, {})] : []), ...(specs.length > 0 ? [playwright(specs)] : [])];
}

/** The window's tests run on what is built, so it is built first. */
function playwright(args: readonly string[]): Suite {
  const reportFile = join(reports, 'playwright.json');
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const command = [
    process.execPath,
    program,
    'test',
    '-c',
    join(root, 'test/gui/playwright.config.ts'),
    ...args,
  ];
  const environment = { LECTERN_GUI_REPORT: reportFile };
  return { name: 'playwright', command, environment, reportFile, read: readPlaywrightReport, before: BUILD };
}

function vitest(args: readonly string[], environment: Suite['environment']): Suite {
  const reportFile = join(reports, 'vitest.json');
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const command = [process.execPath, program, 'run', ...reporters, ...args];
  return { name: 'vitest', command, environment, reportFile, read: readVitestReport };
}

async function runSuite(suite: Suite): Promise<Tally> {
  if (suite.before && (await run(suite.before)) !== 0) {
    console.error(`${suite.name} did not run: what it needs could not be built.`);
    return { ...NOTHING, failed: 1 };
  }
  const exitCode = await run(suite);
  try {
    return withExitCode(suite.read(suite.reportFile), exitCode);
  } catch (error) {
    console.error(`${suite.name} ended with code ${exitCode} and left no report: ${String(error)}`);
    return { ...NOTHING, failed: 1 };
  }
}

/** The exit code; a signal counts as 1. */
function run({
  command: [program = '', ...args],
  environment,
}: Pick<Suite, 'command' | 'environment'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
