import { setTimeout as sleep } from 'node:timers/promises';
import { createProjectOperations } from '../../host/projects/project-operations.ts';
import { buildOutcome } from '../../model/builds/build-outcome.ts';
import {
  PROJECT_OPERATIONS,
  PROJECT_PATH,
  type ProjectAnswer,
  type ProjectInput,
} from '../../model/projects/project-operations.ts';
import { callHolder } from '../call-server.ts';
import { resolveDataFolder } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, requireFolder } from '../with-core.ts';

/** The exit code of a build that failed or was cancelled (docs/handbook/pages/commands.md, "Exit codes"). */
const EXIT_NOT_PASSED = 11;
const PAUSE_MS = 100;

type BuildOptions = CoreOptions & { readonly follow: boolean; readonly 'from-scratch': boolean };
type Wanted = { readonly project: string; readonly version: string | undefined };

/** `build PROJECT [VERSION]`. @throws Problem @throws NotFound @throws FolderInUse */
export async function build(
  { follow, 'from-scratch': isFromScratch, ...options }: BuildOptions,
  { project, version }: Wanted,
  terminal: Terminal,
): Promise<number> {
  const input = { project, waits: follow, isFromScratch, ...(version !== undefined && { version }) };
  const print = terminal.json ? terminal.log : (line: string) => terminal.answer({}, [line]);
  const answer = await buildHere(input, options, follow ? print : () => {}, terminal).catch(
    async (error: unknown) => {
      const call = { path: `${PROJECT_PATH}build`, input, progress: print, inWindow: 'Build' };
      return PROJECT_OPERATIONS.build.answer.parse(await callHolder(error, call, terminal));
    },
  );
  const { build: id, success, duration } = answer;
  const name = `Build ${id} of ${answer.project} (${answer.version})`;
  if (success === null) {
    terminal.answer(answer, [`${name} was queued.`]);
    return 0;
  }
  const outcome = buildOutcome({ state: answer.state, success, error: answer.error });
  const seconds = duration === null ? '' : ` after ${duration} s`;
  const reason = answer.error === '' ? '' : `: ${answer.error}`;
  terminal.answer(answer, [`${name} ${outcome}${seconds}${reason}`]);
  return success ? 0 : EXIT_NOT_PASSED;
}

/** Runs a build in this process, which opens the data folder for it. @throws FolderInUse while a Lectern has it */
async function buildHere(
  input: ProjectInput<'build'>,
  { data, keychain }: CoreOptions,
  print: (line: string) => void,
  terminal: Terminal,
): Promise<ProjectAnswer<'build'>> {
  const { root } = resolveDataFolder(data);
  requireFolder(root);
  // What serves is loaded for this alone.
  const { openLectern } = await import('../../lectern.ts');
  const lectern = await openLectern({
    ...{ data: root, port: 0, builds: true, what: 'command', log: terminal.log },
    ...(keychain && { keychain }),
  });
  const interrupted = new AbortController();
  terminal.onSignal('SIGINT', () => interrupted.abort());
  try {
    const { services } = lectern;
    const operations = createProjectOperations({ services, actor: operator, signal: interrupted.signal });
    const answer = await operations.build({ ...input, waits: true }, print);
    // Builds that waited would otherwise end with this process.
    const areLeft = () =>
      services.buildHistory.waiting(operator, undefined).length + lectern.store.builds.claimed().length > 0;
    while (!interrupted.signal.aborted && areLeft()) await sleep(PAUSE_MS);
    return answer;
  } finally {
    await lectern.close();
  }
}
