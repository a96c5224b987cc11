import { BrokenRule } from '../../model/base/problems.ts';
import type { DocsHostApi, DocsHostCall } from '../../services/hosting/docs-host-api.ts';
import type { Services } from '../../services/open-services.ts';
import { answerCurrentSearch } from '../current/search-answer.ts';
import { answerJson } from '../http/answer-json.ts';
import { problemReply } from '../http/problem-reply.ts';
import { answerAddons } from './addons.ts';

/**
 * Creates the part of today's API that every documentation host has too: the search of its own pages, and the data of
 * their menus (live-service.md 1). It reads no credentials: what a reader may see is decided before.
 */
export function createDocsHostApi(services: Pick<Services, 'search' | 'docsMenu'>): DocsHostApi {
  function run(call: DocsHostCall): { readonly status: number; readonly body: unknown } {
    if (call.kind === 'addons') return answerAddons(services, call);
    const { actor, query, host, path, projectIds } = call;
    const address = `http://${host}${path}`;
    return { status: 200, body: answerCurrentSearch({ services, actor, query, address, projectIds }) };
  }

  return (call) => {
    try {
      const { status, body } = run(call);
      return { status, body: answerJson(body) };
    } catch (error) {
      if (error instanceof BrokenRule) return { status: 400, body: answerJson(error.messages) };
      const { status, body } = problemReply(error, 'v3');
      if (status === 500) throw error;
      return { status, body: body === undefined ? '' : answerJson(body) };
    }
  };
}
