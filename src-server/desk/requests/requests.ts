import { z } from 'zod';
import { Conflict } from '../../model/base/problems.ts';
import { nearestApiPath } from '../../model/requests/api-path.ts';
import { harFrame } from '../../model/requests/har.ts';
import {
  describeReplay,
  describeSignature,
  isSignedAgain,
  replayBody,
  replayHeaders,
  replayProblem,
} from '../../model/requests/replay.ts';
import {
  describeFilterProblem,
  describeUnknownWord,
  parseRequestFilter,
} from '../../model/requests/request-filter.ts';
import { type DeskContext, procedure, router } from '../procedure.ts';

const MAX_ROWS = 200;

const Filter = z.object({ filter: z.string().max(2_000) });
const Page = Filter.extend({
  offset: z.int().min(0),
  limit: z.int().min(1).max(MAX_ROWS),
  /** The newest request that is shown, while the list stands still. */
  until: z.int().optional(),
});
/** A part of an archive: where the one before it has ended. */
const HarPart = Filter.extend({
  after: z.int().min(0).default(0),
  /** The last request of the archive; those that come while it is made are left out. */
  until: z.int().min(0).optional(),
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
    const { terms, problems, unknown } = parseRequestFilter(filter);
    const page = await services.requests.page(actor, { ...rest, filter: terms });
    const texts = [...problems.map(describeFilterProblem), ...unknown.map(describeUnknownWord)];
    return { ...page, problems: texts, isOn: services.requests.isOn() };
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

  /** Returns a part of an archive of all requests that match, for other tools; the first one comes without `after`. */
  har: procedure.input(HarPart).query(({ ctx, input }) => harPart(ctx, input)),
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

async function harPart({ services, actor, environment }: DeskContext, input: z.output<typeof HarPart>) {
  const { filter, after } = input;
  const until = input.until ?? (await services.requests.lastId(actor));
  const query = { filter: parseRequestFilter(filter).terms, after, until };
  const { entries, next } = await services.requests.har(actor, query);
  const { start, end } = harFrame(environment.version);
  const text = entries.map((entry, index) => (after === 0 && index === 0 ? `\n${entry}` : `,\n${entry}`));
  return {
    text: [...(after === 0 ? [start] : []), ...text, ...(next === null ? [end] : [])].join(''),
    count: entries.length,
    until,
    next,
  };
}
