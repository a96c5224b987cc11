import { BrokenRule, NotFound } from '../../model/base/problems.ts';
import { allValueNames } from '../http/flex-fields.ts';
import { type ProblemReply, problemReply } from '../http/problem-reply.ts';
import type { Resource } from '../route.ts';
import type { Conventions, Lookup } from './conventions.ts';

/** The conventions of today's service (live-service.md 1). */
export const CURRENT_CONVENTIONS: Conventions = {
  dialect: 'current',
  hasEtags: false,
  redirectsWrites: true,
  maxLimit: Number.MAX_SAFE_INTEGER,
  flexNames: allValueNames,
  unknownPathsAreHtml: true,
  problemReply: reply,
};

/** Names the model in a 404, and answers a rule that belongs to no field as a bare list of messages. */
function reply(error: unknown, resource: Resource, lookup: Lookup): ProblemReply {
  if (error instanceof BrokenRule) return { status: 400, body: error.messages, headers: {} };
  const answer = problemReply(error, resource.apiVersion);
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
