import { z } from 'zod';
import { Conflict } from '../../model/base/problems.ts';
import { nearestApiPath } from '../../model/requests/api-path.ts';
import { toHar } from '../../model/requests/har.ts';
import {
  describeReplay,
  describeSignature,
  isSignedAgain,
  replayBody,
  replayHeaders,
  replayProblem,
} from '../../model/requests/replay.ts';
import { parseRequestFilter } from '../../model/requests/request-filter.ts';
import { type DeskContext, procedure, router } from '../procedure.ts';

const MAX_ROWS = 200;
/** An archive of more would be too large for the tools that open one. */
const MAX_HAR_ENTRIES = 2_000;

const Filter = z.object({ filter: z.string().max(2_000) });
const Page = Filter.extend({
  offset: z.int().min(0),
  limit: z.int().min(1).max(MAX_ROWS),
  /** The newest request that is shown, while the list stands still. */
  until: z.int().optional(),
});
const ById = z.object({ id: z.int().positive() });
/** A request as the person edited it. */
const Edited = ById.extend({
  method: z.string().regex(/^[A-Z]{3,10}$/),
  path: z
    .string()
    .max(8_000)
    .regex(/^\/[\x21-\x7e]*$/, 'A path begins with / and has no spaces.'),
  body: z.string().max(1_000_000),
});

/** The log of requests. */
export const requestsRouter = router({
  /** Returns some rows of the list, newest first, and what in the filter makes no sense. */
  page: procedure.input(Page).query(async ({ ctx: { services, actor }, input: { filter, ...rest } }) => {
    const { terms, problems } = parseRequestFilter(filter);
    const page = await services.requests.page(actor, { ...rest, filter: terms });
    return { ...page, problems, isOn: services.requests.isOn() };
  }),

  /** Counts requests by client. */
  groups: procedure
    .input(Filter)
    .query(({ ctx: { services, actor }, input: { filter } }) =>
      services.requests.groups(actor, parseRequestFilter(filter).terms),
    ),

  /** Returns one request: its headers and bodies, what it changed, the path that it may have meant. */
  get: procedure.input(ById).query(async ({ ctx, input: { id } }) => {
    const { services, actor, environment } = ctx;
    const request = await services.requests.get(actor, id);
    return {
      request,
      changes: services.undo.describe(actor, request.batches),
      nearest: request.isUnmatched ? (nearestApiPath(environment.apiPaths, request.path) ?? null) : null,
      replay: {
        body: replayBody(request),
        problem: replayProblem(request) ?? null,
        signature: describeSignature(request) ?? null,
      },
    };
  }),

  /** Removes every request from the log. */
  clear: procedure.mutation(({ ctx: { services, actor } }) => services.requests.clear(actor)),

  /** Says what a request would change if it were sent. */
  previewReplay: procedure
    .input(Edited.pick({ method: true }).extend({ path: z.string().max(8_000) }))
    .query(({ ctx: { environment }, input }) => describeReplay(environment.apiPaths, input)),

  /** Sends a request again, as its user; returns the status of the answer and the request's own number in the log. */
  replay: procedure.input(Edited).mutation(({ ctx, input }) => replay(ctx, input)),

  /** Returns an archive of the newest requests that match, for other tools. */
  har: procedure.input(Filter).query(async ({ ctx, input: { filter } }) => {
    const { services, actor, environment } = ctx;
    const found = await services.requests.details(actor, parseRequestFilter(filter).terms, MAX_HAR_ENTRIES);
    return { text: JSON.stringify(toHar(found, environment.version), null, 2), count: found.length };
  }),
});

async function replay(ctx: DeskContext, { id, method, path, body }: z.output<typeof Edited>) {
  const { services, actor, environment } = ctx;
  const recorded = await services.requests.get(actor, id);
  const isEdited = body !== replayBody(recorded) || path !== recorded.path;
  const problem = replayProblem(recorded);
  if (problem !== undefined && !isEdited) throw new Conflict(problem);
  const { user } = recorded;
  const event = { headers: replayHeaders(recorded), body };
  const sent = isSignedAgain(recorded) ? await services.incomingWebhooks.sign(actor, path, event) : event;
  const status = await environment.sendRequest({
    method,
    path,
    host: recorded.host,
    headers: {
      ...sent.headers,
      ...(user !== null && { authorization: `Replay ${services.replays.keyFor(actor, user)}` }),
    },
    body: sent.body,
  });
  return { status, lastId: await services.requests.lastId(actor) };
}
