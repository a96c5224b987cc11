import { Conflict, NotFound, Problem, Unavailable } from '../model/base/problems.ts';
import { SyncLine } from '../model/sync/operations.ts';
import { FolderInUse } from '../store/file/database-problems.ts';
import type { Terminal } from './terminal.ts';

export const TOKEN = 'LECTERN_TOKEN';

/** An operation of the Lectern that has the data folder open: its address there, and what it takes. */
export type ServerCall = {
  readonly path: string;
  readonly input: object;
  /** Takes each line on the way to the answer. */
  readonly progress: (line: string) => void;
  /** Where its window does the same. */
  readonly inWindow: string;
};

/**
 * Carries an operation out through the Lectern that holds the data folder, with the token in the environment; returns its
 * answer. @throws `held` without a token, with what to do @throws Problem
 */
export async function callHolder(held: unknown, call: ServerCall, terminal: Terminal): Promise<unknown> {
  if (!(held instanceof FolderInUse)) throw held;
  const url = held.holder?.url;
  const token = process.env[TOKEN];
  if (url !== undefined && token) return callServer({ url, token }, call);
  terminal.log(
    `While Lectern runs, do this in its window (${call.inWindow}), or set ${TOKEN} to a token of yours and try again.`,
  );
  throw held;
}

async function callServer(
  { url, token }: { readonly url: string; readonly token: string },
  { path, input, progress }: ServerCall,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new Unavailable(`Lectern does not answer at ${url}. Quit it, and try again.`);
  });
  if (!response.ok) throw await refusal(response);
  for await (const line of lines(response)) {
    const told = SyncLine.parse(JSON.parse(line));
    if ('progress' in told) progress(told.progress);
    else if ('problem' in told) throw problemOf(told.problem.status, told.problem.message);
    else return told.answer;
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
