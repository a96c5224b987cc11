import { initTRPC, TRPCError } from '@trpc/server';
import { type FieldErrors, Invalid, NotFound, Problem } from '../model/base/problems.ts';
import type { TraceRedirects } from '../model/redirects/redirect-trace.ts';
import type { ApiPath } from '../model/requests/api-path.ts';
import type { SendRequest } from '../model/requests/replay.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Secrets } from '../services/kernel/secrets.ts';
import type { Services } from '../services/open-services.ts';
import type { Undo } from '../services/undo/undo.ts';
import { describeChanges, type LiveChange } from './live/live-changes.ts';
import type { OpenSession, Sessions } from './sessions/sessions.ts';
import type { Machine } from './settings/machine.ts';
import type { DeskSyncRunner } from './sync-runner.ts';
import type { FixedWorkspace, OpenWorkspaces } from './workspaces/open-workspaces.ts';

/** What the desk knows of the program that hosts it. */
export type DeskEnvironment = {
  readonly version: string;
  /** Where the API answers; undefined until the server listens. */
  readonly url: () => string | undefined;
  /** The data folder; null in memory. */
  readonly dataFolder: string | null;
  /** Undefined where what is open stays open. */
  readonly workspaces?: OpenWorkspaces | undefined;
  /** What is open where `workspaces` is undefined. */
  readonly fixedWorkspace: FixedWorkspace;
  readonly secrets: Pick<Secrets, 'state'>;
  readonly machine: Machine;
  /** Traces what hosting does with an address of the documentation. */
  readonly traceRedirects: TraceRedirects;
  /** Opens what pulls from remotes and pushes to them; the same each time. */
  readonly sync: () => Promise<DeskSyncRunner>;
  /** Sends a request to this server as a client would, and returns what it answered. */
  readonly sendRequest: SendRequest;
  /** Every path of the API. */
  readonly apiPaths: readonly ApiPath[];
  /** The door for test suites. */
  readonly control: {
    /** Why it cannot be opened here; undefined where it can be. */
    readonly problem: string | undefined;
    /** Whether it is open as long as the server runs. */
    readonly isFixed: boolean;
    /** Where it is and what callers prove themselves with; null while it is closed. */
    readonly opened: () => { readonly url: string; readonly key: string } | null;
    /** Opens it, and keeps the present state for a reset. @throws Conflict where it cannot be */
    readonly open: () => Promise<void>;
    readonly close: () => void;
  };
  /** How builds run here. */
  readonly builds: {
    /** Whether builds run at all; otherwise they wait. */
    readonly run: boolean;
    /** Whether the code of every project may run without being allowed (safety S12). */
    readonly trustAll: boolean;
  };
};

/** What every procedure receives. */
export type DeskContext = {
  readonly services: Services;
  readonly environment: DeskEnvironment;
  /** The person at this machine, or the user that they act as. */
  readonly actor: Actor;
  /** The sessions of browsers, and the one that calls; null for the application's own window. */
  readonly browser: { readonly own: OpenSession; readonly sessions: Sessions } | null;
};

/** How a refusal reaches the screen, which shows it beside the field it is about. */
export type DeskProblem = {
  readonly name: string;
  readonly message: string;
  /** For `Invalid`: what is wrong with each field. */
  readonly fields: FieldErrors | undefined;
};

const t = initTRPC.context<DeskContext>().create({
  errorFormatter({ shape, error }) {
    const data = { code: shape.data.code, problem: problemOf(error) };
    return { ...shape, message: data.problem.message, data };
  },
});

/** All that is said about an internal error (safety S16); the log has its cause. */
const INTERNAL_ERROR_MESSAGE =
  'Something went wrong inside Lectern. Nothing was changed; the log has the details.';

function problemOf(error: TRPCError): DeskProblem {
  const { cause } = error;
  if (cause instanceof Problem) {
    const fields = cause instanceof Invalid ? cause.errors : undefined;
    return { name: cause.name, message: cause.message, fields };
  }
  if (error.code === 'INTERNAL_SERVER_ERROR')
    return { name: 'Mistake', message: INTERNAL_ERROR_MESSAGE, fields: undefined };
  if (error.code === 'NOT_FOUND') return { name: 'NotFound', message: error.message, fields: undefined };
  // All other codes are of calls that no window makes.
  return { name: 'Invalid', message: 'The call is malformed.', fields: undefined };
}

/** Groups procedures. */
export const router = t.router;

/** Starts a procedure, whose problems reach the screen as `DeskProblem`. */
export const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof Problem) {
    const { cause } = result.error;
    throw new TRPCError({ code: codeOf(cause), message: cause.message, cause });
  }
  return result;
});

/** Says what undoes exactly one change; null when nothing does. */
export type WithUndo = { readonly undo: Undo | null };

/** What a procedure that changes data returns: its own answer, what undoes this change alone, and what it changed. */
export type Changed<Answer> = WithUndo & { readonly answer: Answer; readonly changed: readonly LiveChange[] };

/** Wraps a resolver that changes data, and adds to its answer what undoes the batch that this call made, and its changes. */
export function change<Options extends { readonly ctx: DeskContext }, Answer>(
  run: (options: Options) => Answer | Promise<Answer>,
): (options: Options) => Promise<Changed<Answer>> {
  return async (options) => {
    const { services } = options.ctx;
    const { result, batches } = await services.changes.collect(() => run(options));
    const changed = describeChanges(services, services.changes.entriesOf(batches));
    return { answer: result, undo: services.undo.ofCall(batches), changed };
  };
}

function codeOf(problem: Problem): TRPCError['code'] {
  if (problem instanceof NotFound) return 'NOT_FOUND';
  return problem instanceof Invalid ? 'UNPROCESSABLE_CONTENT' : 'CONFLICT';
}
