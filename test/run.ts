// npm test: prepares the machine, runs checks and suites, and sums them up in the last line of its output.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport } from './support/runner/playwright-report.ts';
import { prepareMachine } from './support/runner/prepare-machine.ts';
import { requiresAllPrograms } from './support/runner/programs.ts';
import { add, flakyLines, lastLine, NOTHING, type Tally, withExitCode } from './support/runner/tally.ts';
import { readVitestReport } from './support/runner/vitest-report.ts';

/** A program with its arguments, and what is added to its environment. */
type Command = {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** A program that runs tests and leaves a report from which they are counted. */
type Suite = Command & {
  readonly name: string;
  readonly reportFile: string;
  /** Throws when the report cannot be read. */
  readonly read: (reportFile: string) => Tally;
  /** What must have ended well before it begins. */
  readonly before?: Command;
};

const root = join(import.meta.dirname, '..');
const BUILD: Command = {
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
  for (const check of checks(argv)) total = add(total, await runCheck(check));
  for (const suite of suites(argv)) total = add(total, await runSuite(suite));
  for (const line of flakyLines(total)) console.log(line);
  console.log(lastLine(total));
  return total.failed === 0 ? 0 : 1;
}

/** Types and lint, each counted as one test, where everything is run. */
function checks(argv: readonly string[]): readonly Command[] {
  if (argv.length > 0) return [];
  const tool = (script: string, ...args: readonly string[]) => ({
    command: [process.execPath, join(root, 'node_modules', script), ...args],
    environment: {},
  });
  return [
    tool('typescript/bin/tsc', '--noEmit'),
    tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  ];
}

function suites(argv: readonly string[]): readonly Suite[] {
  const args = argv.filter((arg) => !arg.startsWith('--'));
  if (argv.includes('--faults'))
    return [
      vitest(args.length > 0 ? args : ['test/faults/', 'test/main/fake-electron.test.ts', ...longTests()], {
        LECTERN_FAULTS: 'long',
      }),
    ];
  if (argv.includes('--gui')) return [playwright(args)];
  // Files that are named belong to one of the two.
  const specs = args.filter((arg) => arg.includes('test/gui'));
  const rest = args.filter((arg) => !arg.includes('test/gui'));
  if (args.length === 0) return [vitest([], {}), playwright([])];
  return [...(rest.length > 0 ? [vitest(rest, {})] : []), ...(specs.length > 0 ? [playwright(specs)] : [])];
}

/** The files that test a property, and do so more often in the long run. */
function longTests(): readonly string[] {
  const files = globSync('test/**/*.ts', { cwd: root });
  return files.filter((file) =>
    /\/(property-runs|fuzz-arbitraries)\.ts/.test(readFileSync(join(root, file), 'utf8')),
  );
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

async function runCheck(check: Command): Promise<Tally> {
  const isPassed = (await run(check)) === 0;
  return { ...NOTHING, passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 };
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
function run({ command: [program = '', ...args], environment }: Command): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
