// npm test: prepares the machine, runs checks and suites, and sums them up in the last line of its output.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PACKED_PROGRAM, packProgram } from './support/runner/packed-program.ts';
import { readPlaywrightReport } from './support/runner/playwright-report.ts';
import { prepareMachine } from './support/runner/prepare-machine.ts';
import { type Lane, printInTurn } from './support/runner/print-in-turn.ts';
import { requiresAllPrograms } from './support/runner/programs.ts';
import {
  add,
  failureLines,
  flakyLines,
  lastLine,
  NOTHING,
  type Tally,
  withExitCode,
} from './support/runner/tally.ts';
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
  /** Whether it runs what `npm run build` makes. */
  readonly needsBuild: boolean;
};

/** How long output may still arrive after a program has ended. */
const AFTER_EXIT_MS = 10_000;

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'lectern-test-'));
const newLane = printInTurn(process.stdout);
try {
  process.exitCode = await runAll(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function runAll(argv: readonly string[]): Promise<number> {
  const missing = prepareMachine();
  let total: Tally = requiresAllPrograms() ? { ...NOTHING, failed: missing.length } : NOTHING;
  const all = suites(argv);
  const build = all.some(({ needsBuild }) => needsBuild)
    ? run(tool('electron-vite/bin/electron-vite.js', 'build'))
    : 0;
  const checking = Promise.all(checks(argv).map(runCheck));
  const isBuilt = (await build) === 0;
  // Most tests start the program as its users have it, which also starts in half the time of the sources.
  const isWhole = argv.every((arg) => arg.startsWith('--'));
  if (isWhole) packProgram();
  const packed: Suite['environment'] = isWhole ? { LECTERN_TEST_PROGRAM: PACKED_PROGRAM } : {};
  // Side by side: each of them often waits for a program, a build or the window while another can use the processor.
  const ran = await Promise.all(all.map((suite) => runSuite(withEnvironment(suite, packed), isBuilt)));
  total = [...(await checking), ...ran].reduce(add, total);
  for (const line of [...flakyLines(total), ...failureLines(total)]) console.log(line);
  console.log(lastLine(total));
  return total.failed === 0 ? 0 : 1;
}

/** Types and lint, each counted as one test, where everything is run. */
function checks(argv: readonly string[]): readonly Command[] {
  if (argv.length > 0) return [];
  return [
    // Each checker learns the types of all packages for itself: two take a third of the work less than the usual four.
    tool('typescript/bin/tsc', '--noEmit', '--checkers', '2'),
    tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  ];
}

function withEnvironment(suite: Suite, more: Suite['environment']): Suite {
  return { ...suite, environment: { ...suite.environment, ...more } };
}

/** A program of a package of ours, by its path in `node_modules`. */
function tool(script: string, ...args: readonly string[]): Command {
  return { command: [process.execPath, join(root, 'node_modules', script), ...args], environment: {} };
}

function suites(argv: readonly string[]): readonly Suite[] {
  const args = argv.filter((arg) => !arg.startsWith('--'));
  if (argv.includes('--gui')) return [playwright(args, {})];
  const faults = argv.includes('--short') ? 'short' : argv.includes('--faults') ? 'long' : undefined;
  if (args.length === 0 && !faults) return [vitest([], {}), playwright([], {})];
  const files = args.length === 0 && faults ? faultFiles(faults) : args;
  const environment: Suite['environment'] = faults ? { LECTERN_FAULTS: faults } : {};
  const onlyLong = args.length === 0 ? ['--grep', longTests()] : [];
  // Files that are named belong to one of the two.
  const specs = files.filter((file) => file.includes('test/gui'));
  const rest = files.filter((file) => !file.includes('test/gui'));
  return [
    ...(rest.length > 0 ? [vitest(rest, environment)] : []),
    ...(specs.length > 0 ? [playwright([...specs, ...onlyLong], environment)] : []),
  ];
}

/** What `npm run test:faults` runs: loops of their own, and the tests that do more there (test/support/faults-run.ts). */
function faultFiles(faults: 'short' | 'long'): readonly string[] {
  const more =
    faults === 'short'
      ? filesWith(/\/faults-run\.ts/)
      : [
          'test/main/fake-electron.test.ts',
          ...filesWith(/\/(property-runs|faults-run|fuzz-arbitraries)\.ts/),
        ];
  return [...new Set(['test/faults/', ...more, ...longFiles()])];
}

/** The files of tests that import one of these. */
function filesWith(imported: RegExp): readonly string[] {
  const files = globSync('test/**/*.{test,spec}.ts', { cwd: root });
  return files.filter((file) => imported.test(readFileSync(join(root, file), 'utf8')));
}

/** The files that are long or have tests that are (vitest.config.ts, test/gui/playwright.config.ts). */
function longFiles(): readonly string[] {
  return [...globSync('test/**/*.long.{test,spec}.ts', { cwd: root }), ...filesWith(/'@long'/)];
}

/**
 * Finds what npm test leaves out of the window's specs, by the project, file, titles and tags of a test: tests that are
 * long, files of such tests, and all of files that do more there. Tests of the application follow each other.
 */
function longTests(): string {
  const files = filesWith(/\/faults-run\.ts/).filter((file) => file.endsWith('.spec.ts'));
  const names = files.map((file) => basename(file, '.spec.ts'));
  return ['@long', '[.]long[.]spec', '^desktop ', ...names.map((name) => `/${name}[.]spec`)].join('|');
}

function playwright(args: readonly string[], environment: Suite['environment']): Suite {
  const reportFile = join(reports, 'playwright.json');
  const config = join(root, 'test/gui/playwright.config.ts');
  return {
    ...tool('@playwright/test/cli.js', 'test', '-c', config, ...args),
    name: 'playwright',
    environment: { ...environment, LECTERN_GUI_REPORT: reportFile },
    reportFile,
    read: readPlaywrightReport,
    needsBuild: true,
  };
}

function vitest(args: readonly string[], environment: Suite['environment']): Suite {
  const reportFile = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  return {
    ...tool('vitest/vitest.mjs', 'run', ...reporters, ...args),
    name: 'vitest',
    environment,
    reportFile,
    read: readVitestReport,
    needsBuild: false,
  };
}

async function runCheck(check: Command): Promise<Tally> {
  const isPassed = (await run(check)) === 0;
  if (isPassed) return { ...NOTHING, passed: 1 };
  return { ...NOTHING, failed: 1, failures: [check.command.slice(1).join(' ')] };
}

async function runSuite(suite: Suite, isBuilt: boolean): Promise<Tally> {
  if (suite.needsBuild && !isBuilt) {
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

/** Runs a program and prints what it writes in its turn; returns its exit code, 1 after a signal. */
function run({ command: [program = '', ...args], environment }: Command): Promise<number> {
  const lane: Lane = newLane();
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', lane.write);
    child.stderr.on('data', lane.write);
    child.on('error', reject);
    child.on('exit', (code) => {
      const finish = () => {
        lane.end();
        resolve(code ?? 1);
      };
      // A program that it left behind may hold the pipes open.
      const leftOpen = setTimeout(finish, AFTER_EXIT_MS);
      child.once('close', () => {
        clearTimeout(leftOpen);
        finish();
      });
    });
  });
}
