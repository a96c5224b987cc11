import { Conflict, NotFound, Problem, Unavailable } from '../../model/base/problems.ts';
import {
  SYNC_OPERATIONS,
  type SyncAnswer,
  type SyncInput,
  SyncLine,
  type SyncOperation,
} from '../../model/sync/operations.ts';
import { SYNC_PATH } from '../../model/sync/sync-path.ts';
import { FolderInUse } from '../../store/file/database-problems.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

const TOKEN = 'LECTERN_TOKEN';

/**
 * Carries out an operation of sync in the data folder, or through the Lectern that has it open, which takes the token in
 * the environment. Progress goes to stderr. @throws Problem @throws FolderInUse with what to do
 */
export async function callSync<Name extends SyncOperation>(
  name: Name,
  input: SyncInput<Name>,
  options: CoreOptions,
  terminal: Terminal,
): Promise<SyncAnswer<Name>> {
  try {
    return await withCore(options, terminal, 'existing', async (core) => {
      const { createSyncOperations } = await import('../../host/remotes/sync-operations.ts');
      const interrupted = new AbortController();
      terminal.onSignal('SIGINT', () => interrupted.abort());
      const operations = createSyncOperations({
        ...{ services: core.services, runner: await core.sync(), actor: operator },
        signal: interrupted.signal,
      });
      return await operations[name](input, terminal.log);
    });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const url = error.holder?.url;
    const token = process.env[TOKEN];
    if (url !== undefined && token) return callServer({ url, token, log: terminal.log }, name, input);
    terminal.log(
      `While Lectern runs, do this in its window (Live service), or set ${TOKEN} to a token of yours and try again.`,
    );
    throw error;
  }
}

type Server = { readonly url: string; readonly token: string; readonly log: (line: string) => void };

async function callServer<Name extends SyncOperation>(
  { url, token, log }: Server,
  name: Name,
  input: SyncInput<Name>,
): Promise<SyncAnswer<Name>> {
  const response = await fetch(url + SYNC_PATH + name, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new Unavailable(`Lectern does not answer at ${url}. Quit it, and try again.`);
  });
  if (!response.ok) throw await refusal(response);
  for await (const line of lines(response)) {
    const told = SyncLine.parse(JSON.parse(line));
    if ('progress' in told) log(told.progress);
    else if ('problem' in told) throw problemOf(told.problem.status, told.problem.message);
    else return SYNC_OPERATIONS[name].answer.parse(told.answer) as SyncAnswer<Name>;
  }
  throw new Unavailable(
    'Lectern ended before this was done. Start it, and do this again: it goes on where it was.',
  );
}

async function* lines(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

async function refusal(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as { detail?: unknown };
  const said = typeof body.detail === 'string' ? body.detail : `Lectern refused this (${response.status}).`;
  const hint = response.status === 401 ? ` Set ${TOKEN} to a token of yours.` : '';
  return problemOf(response.status, said + hint);
}

function problemOf(status: number, message: string): Problem {
  if (status === 404) return new NotFound(message);
  if (status === 409) return new Conflict(message);
  return new Problem(message);
}
