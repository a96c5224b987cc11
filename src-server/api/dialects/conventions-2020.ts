import { lastValueNames } from '../http/flex-fields.ts';
import { problemReply } from '../http/problem-reply.ts';
import { MAX_LIMIT } from '../http/read-query.ts';
import type { Conventions } from './conventions.ts';

/** The conventions of the specification, which v2 has in every dialect (behaviour.md). */
export const CONVENTIONS_2020: Conventions = {
  dialect: '2020',
  hasEtags: true,
  redirectsWrites: false,
  maxLimit: MAX_LIMIT,
  flexNames: lastValueNames,
  unknownPathsAreHtml: false,
  problemReply: (error, { apiVersion }) => problemReply(error, apiVersion),
};
