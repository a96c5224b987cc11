import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { MASK } from '../../../src-server/model/requests/mask-text.ts';
import type { CopiedRequest } from '../../features/copy-as/format-request.ts';

/** A request with all that is known of it, as the desk returns it. */
export type OpenRequest = inferRouterOutputs<DeskRouter>['requests']['get'];

const COPIED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'if-none-match', 'origin']);

/** Returns a request as it is copied for a terminal or a program. */
export function copiedRequest({ request, replay }: OpenRequest): CopiedRequest {
  const { method, host, path, requestHeaders, user } = request;
  const headers = requestHeaders.filter(
    ([name, value]) => COPIED_HEADERS.has(name.toLowerCase()) && !value.includes(MASK),
  );
  return { method, url: `http://${host}${path}`, headers, body: replay.body, hasToken: user !== null };
}
