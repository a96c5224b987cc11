import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXIT_CODE_SKIPPED, SKIPPED } from '../../model/builds/build-outcome.ts';
import type { BuildScript, ScriptOutput, ScriptStep } from '../../model/builds/build-script.ts';
import type { BuildProgress, BuildResult } from '../../services/builds/build-runs.ts';
import type { CommandLog } from '../process/run-command.ts';
import { TIMED_OUT } from '../queue/run-build.ts';

/** What playing a script needs. */
export type PlayOptions = {
  /** An empty folder for the pages. */
  readonly stage: string;
  /** How many times faster than the script says; 0 waits for nothing. */
  readonly speed: number;
  readonly signal: AbortSignal;
  readonly report: (progress: BuildProgress) => void;
  readonly commandLog: CommandLog;
  /** Waits until the build is advanced; answers how that ends it, or undefined when the script goes on. */
  readonly untilAdvanced: () => Promise<BuildResult | undefined>;
};

/** How a played build ended. One that publishes pages has them in `stage`. */
export type PlayResult = BuildResult & { readonly stage?: string };

/** Lines of output that are written at once while a script repeats one. */
const LINES_AT_ONCE = 1_000;

/** Plays a script: no code runs. @throws the reason of `signal` */
export async function playScript(script: BuildScript, options: PlayOptions): Promise<PlayResult> {
  for (const step of script.steps) {
    const result = await playStep(step, options);
    if (result) return result;
  }
  if (script.end === 'timeout') return { success: false, error: TIMED_OUT };
  if (script.end === 'cancelled') return { success: false, error: 'Cancelled.' };
  if (script.end === 'failure' || script.error) return { success: false, error: script.error ?? '' };
  if (!script.pages) return { success: true, error: '' };
  await writePages(script.pages, join(options.stage, 'html'));
  return { success: true, error: '', stage: options.stage };
}

/** Plays one step; returns how it ends the build, if it does. */
async function playStep(step: ScriptStep, options: PlayOptions): Promise<BuildResult | undefined> {
  if ('state' in step) options.report({ state: step.state });
  else if ('pause' in step) await pass(step.pause, options);
  else if ('wait' in step) return options.untilAdvanced();
  else return playCommand(step, options);
}

type CommandStep = Extract<ScriptStep, { readonly command: string }>;

async function playCommand(step: CommandStep, options: PlayOptions): Promise<BuildResult | undefined> {
  const { commandLog } = options;
  const id = commandLog.begin(step.command, step.description);
  for (const line of step.output) await print(line, (text) => commandLog.append(id, text), options);
  await pass(step.seconds ?? 0, options);
  commandLog.end(id, step.exit);
  if (step.exit === 0) return undefined;
  return { success: false, error: step.exit === EXIT_CODE_SKIPPED ? SKIPPED : '' };
}

async function print(line: ScriptOutput, write: (text: string) => void, options: PlayOptions): Promise<void> {
  const { text, after = 0, repeat = 1 } = typeof line === 'string' ? { text: line } : line;
  // Lines that take no time are written together; between them others get their turn.
  const linesAtOnce = after > 0 && options.speed > 0 ? 1 : LINES_AT_ONCE;
  for (let first = 1; first <= repeat; first += linesAtOnce) {
    await pass(after, options);
    const count = Math.min(linesAtOnce, repeat - first + 1);
    const lines = Array.from({ length: count }, (_, index) => text.replaceAll('{n}', String(first + index)));
    write(`${lines.join('\n')}\n`);
  }
}

/** Waits as long as the script says at this speed, at least for a turn of the event loop. */
async function pass(seconds: number, { speed, signal }: PlayOptions): Promise<void> {
  const ms = speed === 0 ? 0 : (seconds * 1000) / speed;
  try {
    await wait(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}

async function writePages(pages: Readonly<Record<string, string>>, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
