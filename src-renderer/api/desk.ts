import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { tap } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { EventSource, type FetchLike } from 'eventsource';
import type { LiveChange } from '../../src-server/desk/live/live-changes.ts';
import type { Changed, DeskProblem } from '../../src-server/desk/procedure.ts';
import type { DeskRouter } from '../../src-server/desk/router.ts';
import type { FieldErrors } from '../../src-server/model/base/problems.ts';
import { useActing } from './acting.ts';
import { isAffected } from './live/affected-queries.ts';
import { emitSentChange } from './sent-changes.ts';
import { sessionHeaders } from './session.ts';

const url = `${location.origin}/desk`;

function headers(): Record<string, string> {
  const { actAs } = useActing.getState();
  return { ...sessionHeaders(), ...(actAs !== null && { 'x-lectern-act-as': encodeURIComponent(actAs) }) };
}

/** Opens a stream with the headers of every other call; a built-in EventSource could send none. */
const fetchStream: FetchLike = (input, init) =>
  fetch(input, { ...init, headers: { ...init.headers, ...sessionHeaders() } });

/** Sends a call that takes long in a request of its own, since a batch is answered when its slowest call is. */
export const SLOW_CALL = { context: { isSlow: true } } as const;

/** Failed changes: what nobody answered may be done nevertheless. */
const failedChanges = new WeakSet<object>();

/** Notifies of each change that was made or refused, for what shows the window to an audience. */
const notifyOfChanges: TRPCLink<DeskRouter> =
  () =>
  ({ op: { type, path: procedure, input }, op, next }) =>
    type !== 'mutation'
      ? next(op)
      : next(op).pipe(
          tap({
            next: ({ result }) =>
              emitSentChange({ procedure, input, answer: 'data' in result ? result.data : undefined }),
            error(error) {
              failedChanges.add(error);
              emitSentChange({ procedure, input, refusal: problemOf(error).name });
            },
          }),
        );

/** Calls the desk directly, for what no screen caches. */
export const deskClient = createTRPCClient<DeskRouter>({
  links: [
    notifyOfChanges,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      // The built-in EventSource may not work on our own scheme; this one uses fetch (architecture, 3).
      true: httpSubscriptionLink({ url, EventSource, eventSourceOptions: { fetch: fetchStream } }),
      // Inputs travel in the body, never in an address that may be logged.
      false: splitLink({
        condition: ({ context }) => context.isSlow === true,
        true: httpLink({ url, headers, methodOverride: 'POST' }),
        false: httpBatchLink({ url, headers, methodOverride: 'POST' }),
      }),
    }),
  ],
});

/** Caches what the desk answered. Live changes keep it current (live-changes.ts), so it is never stale by age. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    // An input may be a secret; none is kept.
    mutations: { gcTime: 0 },
  },
  // What was fetched stays on the screen while the server is gone; one banner above all screens says so.
  queryCache: new QueryCache({
    onError(error, query) {
      if (query.state.data !== undefined && isDisconnected(error))
        query.setState({ status: 'success', error: null });
    },
  }),
  // A screen shows what its own change did even where the stream of changes is a moment behind.
  // After a refusal it may be the screen that is out of date. Without a connection it is left as it is, or an
  // error message would replace a form.
  mutationCache: new MutationCache({
    onSettled(answer, error) {
      if (!error) refreshQueries(changedIn(answer));
      else if (!isDisconnected(error)) refreshQueries('all');
    },
  }),
});

/** Fetches again what these changes may have changed, and marks it stale where it is not shown. */
export function refreshQueries(changes: readonly LiveChange[] | 'all'): void {
  if (changes === 'all') void queryClient.invalidateQueries();
  else if (changes.length > 0)
    void queryClient.invalidateQueries({ predicate: (query) => isAffected(query, changes) });
}

/** What the desk answered that a change did; everything where it does not say. */
function changedIn(answer: unknown): readonly LiveChange[] | 'all' {
  if (typeof answer !== 'object' || answer === null || !('changed' in answer)) return 'all';
  return (answer as Changed<unknown>).changed;
}

// Another user sees other things: nothing that was shown to the one before stays.
useActing.subscribe(() => void queryClient.resetQueries());

/** Gives the desk's procedures as TanStack Query options: `useQuery(desk.projects.page.queryOptions(…))`. */
export const desk = createTRPCOptionsProxy<DeskRouter>({ client: deskClient, queryClient });

const UNREACHABLE: DeskProblem = {
  name: 'Unreachable',
  message: 'Lectern is not responding. Check that it is still running.',
  fields: undefined,
};
const UNANSWERED: DeskProblem = {
  ...UNREACHABLE,
  message:
    'Lectern did not answer, so this may or may not be done. Check once Lectern responds, then try again.',
};
const SIGNED_OUT: DeskProblem = {
  name: 'SignedOut',
  message: 'This browser is signed out. Reload this page to see how to sign in.',
  fields: undefined,
};

/** Tells whether the server answered that it does not know this browser (safety S6). */
function isUnauthorized({ meta }: TRPCClientError<DeskRouter>): boolean {
  const response: unknown = meta?.response;
  return response instanceof Response && response.status === 401;
}

/** Tells whether there was no answer: the server is gone, or waits for its link to be opened. */
function isDisconnected(error: unknown): boolean {
  const { name } = problemOf(error);
  return name === UNREACHABLE.name || name === SIGNED_OUT.name;
}

/** Returns why the desk refused; for another error, a problem that says what went wrong. */
export function problemOf(error: unknown): DeskProblem {
  if (error instanceof TRPCClientError) {
    const problem: DeskProblem | undefined = error.data?.problem;
    if (problem) return problem;
    if (isUnauthorized(error)) return SIGNED_OUT;
    return failedChanges.has(error) ? UNANSWERED : UNREACHABLE;
  }
  const message = error instanceof Error ? error.message : String(error);
  return { name: 'Mistake', message, fields: undefined };
}

/** Returns what a refusal says of each field, one sentence a field; nested fields by `repository.url`. */
export function fieldErrors(error: unknown): Record<string, string> {
  return flattenErrors(problemOf(error).fields ?? {});
}

/** Flattens the errors of a schema or of a refusal to one sentence a field; nested fields by `repository.url`. */
export function flattenErrors(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(flatten(errors, ''));
}

function flatten(errors: FieldErrors, prefix: string): [string, string][] {
  return Object.entries(errors).flatMap(([field, value]): [string, string][] =>
    Array.isArray(value) ? [[prefix + field, value.join(' ')]] : flatten(value, `${prefix}${field}.`),
  );
}
