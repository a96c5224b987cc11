import { lastValueNames } from '../http/flex-fields.ts';
import { problemReply } from '../http/problem-reply.ts';
import { MAX_LIMIT } from '../http/read-query.ts';
import type { Conventions } from './conventions.ts';

/** The conventions of the specification (behaviour.md). */
export const CONVENTIONS_2020: Conventions = {
  dialect: '2020',
  hasEtags: true,
  redirectsWrites: false,
  maxLimit: MAX_LIMIT,
  flexNames: lastValueNames,
  failuresArePages: false,
  refusesNullBytes: false,
  problemReply: (error, { apiVersion }) => problemReply(error, apiVersion),
};
