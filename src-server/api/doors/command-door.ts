import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { Invalid, NotFound, Problem } from '../../model/base/problems.ts';
import type { Services } from '../../services/open-services.ts';
import { checkBody } from '../control/check-body.ts';
import { type Authenticator, createAuthenticator } from '../http/authenticate.ts';
import { commandRefusal } from '../http/command-caller.ts';
import { Malformed, MethodNotAllowed } from '../http/http-problems.ts';
import { problemReply, SERVER_ERROR } from '../http/problem-reply.ts';
import { discardBody, readMessage } from '../http/read-body.ts';
import { detail, sendJson } from '../http/send-json.ts';
import type { Middleware } from '../server.ts';

/** Operations by name: what each takes. */
type OperationTable = Readonly<Record<string, { readonly input: z.ZodType }>>;

export type CommandDoorOptions = {
  readonly services: Services;
  /** Where the operations are: `/-/sync/`. */
  readonly path: string;
  readonly table: OperationTable;
  /** Loads what carries operations out, which is needed by few; `signal` is aborted when the caller has gone. */
  readonly operations: (signal: AbortSignal) => Promise<object>;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** A file of redirects has at most a hundred of them; anything larger is no such file. */
const MAX_BYTES = 2_000_000;
const HEADERS = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };

/**
 * Carries out what commands ask for while this Lectern has their data folder open: `POST /-/sync/pull`. Only for the person
 * at this computer, by a token of theirs, from this computer, and never for a web page. The answer is a line of JSON for
 * each step on the way, then one with the answer or with the reason why there is none.
 */
export function createCommandDoor(options: CommandDoorOptions): Middleware {
  const authenticate = createAuthenticator(options.services);
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!path.startsWith(options.path)) return next();
    const refused = commandRefusal(request);
    if (refused !== undefined)
      return void discardBody(request).then(() => sendJson(response, 403, detail(refused)));
    answer({ ...options, authenticate }, request, response, path.slice(options.path.length)).catch(
      async (error: unknown) => {
        await discardBody(request);
        const reply = problemReply(error, 'v3');
        if (reply.status === 500) options.logError(error, request.method ?? '', path);
        if (response.headersSent) response.destroy();
        else sendJson(response, reply.status, JSON.stringify(reply.body ?? detail('')), reply.headers);
      },
    );
  };
}

type Door = CommandDoorOptions & { readonly authenticate: Authenticator };

async function answer(
  options: Door,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const { services, table, path } = options;
  const { access, settings } = services;
  access.requireLocalUser(options.authenticate(request.headers.authorization).actor, settings.operatorUser());
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!found) throw new NotFound('There is no such operation.');
  if (request.method !== 'POST') throw new MethodNotAllowed(request.method ?? '');
  const input = checkBody<unknown>(found.input, await readJson(request));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const operations = (await options.operations(gone.signal)) as Operations;
  response.writeHead(200, HEADERS);
  const write = (line: object) => response.write(`${JSON.stringify(line)}\n`);
  try {
    write({ answer: await carryOut(operations, name, input, (progress) => write({ progress })) });
  } catch (error) {
    if (!(error instanceof Problem)) options.logError(error, 'POST', path + name);
    write({ problem: describe(error) });
  }
  response.end();
}

type Operations = Readonly<
  Record<string, (input: unknown, progress: (line: string) => void) => Promise<unknown>>
>;

async function carryOut(
  operations: Operations,
  name: string,
  input: unknown,
  progress: (line: string) => void,
): Promise<unknown> {
  return operations[name]?.(input, progress);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const { bytes } = await readMessage(request, MAX_BYTES);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed('The body is not JSON.');
  }
}

function describe(error: unknown): { status: number; message: string } {
  if (!(error instanceof Problem)) return { status: 500, message: SERVER_ERROR };
  const message = error instanceof Invalid ? Object.values(error.errors).flat().join(' ') : error.message;
  return { status: problemReply(error, 'v3').status, message };
}
