import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { EventSource } from 'eventsource';
import type { DeskProblem } from '../../src-server/desk/procedure.ts';
import type { DeskRouter } from '../../src-server/desk/router.ts';
import type { FieldErrors } from '../../src-server/model/base/problems.ts';
import { useActing } from './acting.ts';

const url = `${location.origin}/desk`;

function headers(): Record<string, string> {
  const { actAs } = useActing.getState();
  return actAs === null ? {} : { 'x-lectern-act-as': encodeURIComponent(actAs) };
}

/** The typed client of the desk, for what no screen caches. */
export const deskClient = createTRPCClient<DeskRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      // The built-in EventSource is not promised on our own scheme; this one is made of fetch (architecture, 3).
      true: httpSubscriptionLink({ url, EventSource }),
      // What is asked travels in the body, never in an address that somebody may log.
      false: httpBatchLink({ url, headers, methodOverride: 'POST' }),
    }),
  ],
});

/** What came from the desk and is shown. Live changes make it current (live-changes.ts), so it is never stale by age. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    // What was sent may have been a secret; nothing of it is kept.
    mutations: { gcTime: 0 },
  },
  // What was read stays on the screen while the server is gone, whose absence is told once, above all screens.
  queryCache: new QueryCache({
    onError(error, query) {
      if (query.state.data !== undefined && isDisconnected(error))
        query.setState({ status: 'success', error: null });
    },
  }),
  // A screen shows what its own change did even where the stream of changes is a moment behind.
  // Where nobody answers it is left as it is, or a form would give way to a message that it cannot be read.
  mutationCache: new MutationCache({
    onSettled(_result, error) {
      if (!error || !isDisconnected(error)) void queryClient.invalidateQueries();
    },
  }),
});

// Whoever acts sees what is theirs to see: nothing that another one was shown stays.
useActing.subscribe(() => void queryClient.resetQueries());

/** The desk as TanStack Query options: `useQuery(desk.projects.page.queryOptions(…))`. */
export const desk = createTRPCOptionsProxy<DeskRouter>({ client: deskClient, queryClient });

const UNREACHABLE: DeskProblem = {
  name: 'Unreachable',
  message: 'Lectern does not answer. Is it still running?',
  fields: undefined,
};
const SIGNED_OUT: DeskProblem = {
  name: 'SignedOut',
  message: 'Lectern was started anew. Open the link that it printed to go on.',
  fields: undefined,
};

/** Whether the server answered that it does not know this browser (safety S6). */
function isUnauthorized({ meta }: TRPCClientError<DeskRouter>): boolean {
  const response: unknown = meta?.response;
  return response instanceof Response && response.status === 401;
}

/** Whether nobody said anything of what was asked: the server is gone, or waits for its link to be opened. */
function isDisconnected(error: unknown): boolean {
  const { name } = problemOf(error);
  return name === UNREACHABLE.name || name === SIGNED_OUT.name;
}

/** Why the desk refused; for what is no refusal, a problem that says what went wrong. */
export function problemOf(error: unknown): DeskProblem {
  if (error instanceof TRPCClientError) {
    const problem: DeskProblem | undefined = error.data?.problem;
    if (problem) return problem;
    return isUnauthorized(error) ? SIGNED_OUT : UNREACHABLE;
  }
  const message = error instanceof Error ? error.message : String(error);
  return { name: 'Mistake', message, fields: undefined };
}

/** What a refusal says of each field, as one sentence a field; nested fields by `repository.url`. */
export function fieldErrors(error: unknown): Record<string, string> {
  return flattenErrors(problemOf(error).fields ?? {});
}

/** The errors of a schema or of a refusal as one sentence a field; nested fields by `repository.url`. */
export function flattenErrors(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(flatten(errors, ''));
}

function flatten(errors: FieldErrors, prefix: string): [string, string][] {
  return Object.entries(errors).flatMap(([field, value]): [string, string][] =>
    Array.isArray(value) ? [[prefix + field, value.join(' ')]] : flatten(value, `${prefix}${field}.`),
  );
}
