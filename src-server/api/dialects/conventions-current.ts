import { BrokenRule, NotFound } from '../../model/base/problems.ts';
import { FAILURE_PAGE } from '../browsable/failure-page.ts';
import { allValueNames } from '../http/flex-fields.ts';
import { type ProblemReply, problemReply } from '../http/problem-reply.ts';
import type { Resource } from '../route.ts';
import type { Conventions, Lookup } from './conventions.ts';
import { CONVENTIONS_2020 } from './conventions-2020.ts';

/** What v3 and v2 of today's service have in common. */
const COMMON = { dialect: 'current', failuresArePages: true, refusesNullBytes: true } as const;

/** The conventions of today's service (live-service.md 1). */
export const CURRENT_CONVENTIONS: Conventions = {
  ...COMMON,
  hasEtags: false,
  redirectsWrites: true,
  maxLimit: Number.MAX_SAFE_INTEGER,
  flexNames: allValueNames,
  problemReply: reply,
};

/** The conventions of v2 beside it, which is otherwise as it was in 2020. */
export const CURRENT_V2_CONVENTIONS: Conventions = {
  ...CONVENTIONS_2020,
  ...COMMON,
  problemReply: (error, { apiVersion }) => withPage(problemReply(error, apiVersion)),
};

/** A failure of Lectern's own is a page; other refusals stay as they are. */
function withPage(answer: ProblemReply): ProblemReply {
  return answer.status === 500 ? { ...answer, body: FAILURE_PAGE } : answer;
}

/** Names the model in a 404, and answers a rule that belongs to no field as a bare list of messages. */
function reply(error: unknown, resource: Resource, lookup: Lookup): ProblemReply {
  if (error instanceof BrokenRule) return { status: 400, body: error.messages, headers: {} };
  const answer = withPage(problemReply(error, resource.apiVersion));
  const model = modelOf(resource, lookup);
  // A refusal with words of its own keeps them: an absent superproject has an empty body.
  if (model === undefined || !(error instanceof NotFound) || error.message !== new NotFound().message)
    return answer;
  return { ...answer, body: { detail: `No ${model} matches the given query.` } };
}

function modelOf({ model }: Resource, lookup: Lookup): string | undefined {
  if (lookup === 'path') return undefined;
  return lookup === 'project' ? 'Project' : model;
}
