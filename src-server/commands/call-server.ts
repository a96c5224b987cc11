import { Conflict, NotFound, Problem, Unavailable } from '../model/base/problems.ts';
import { SyncLine } from '../model/sync/operations.ts';
import { FolderInUse } from '../store/file/database-problems.ts';
import { askServer, linesOf } from './ask-server.ts';
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
  const authorization = `Token ${token}`;
  const response = await askServer(url + path, { authorization, body: input }).catch(() => {
    throw new Unavailable(`Lectern does not answer at ${url}. Quit it, and try again.`);
  });
  const lines = linesOf(response);
  if (response.statusCode !== 200) throw await refusal(response.statusCode ?? 500, lines);
  try {
    for await (const line of lines) {
      const told = SyncLine.parse(JSON.parse(line));
      if ('progress' in told) progress(told.progress);
      else if ('problem' in told) throw problemOf(told.problem.status, told.problem.message);
      else return told.answer;
    }
  } catch (error) {
    // Anything else is a connection that was lost.
    if (error instanceof Problem) throw error;
  }
  throw new Unavailable(
    'Lectern ended before this was done. Start it, and do this again: it goes on where it was.',
  );
}

async function refusal(status: number, lines: AsyncIterable<string>): Promise<Problem> {
  const text: string[] = [];
  for await (const line of lines) text.push(line);
  const said = detailOf(text.join('\n')) ?? `Lectern refused this (${status}).`;
  const hint = status === 401 ? ` Set ${TOKEN} to a token of yours.` : '';
  return problemOf(status, said + hint);
}

/** Returns what an answer of the API says is wrong. */
function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

function problemOf(status: number, message: string): Problem {
  if (status === 404) return new NotFound(message);
  if (status === 409) return new Conflict(message);
  return new Problem(message);
}
