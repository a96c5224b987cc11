import type { Dialect } from '../../model/base/dialect.ts';
import type { FlexNames } from '../http/flex-fields.ts';
import type { ProblemReply } from '../http/problem-reply.ts';
import type { Resource } from '../route.ts';

/** What a request looks up when it fails, which decides the text of a 404. */
export type Lookup = 'path' | 'project' | 'object';

/** How a dialect reads requests and answers them, beside the routes that it has. */
export type Conventions = {
  readonly dialect: Dialect;
  /** Whether answers to reads have an ETag. */
  readonly hasEtags: boolean;
  /** Whether a write without the final slash is redirected as a read is, instead of served. */
  readonly redirectsWrites: boolean;
  /** A larger `limit` counts as this. */
  readonly maxLimit: number;
  /** Splits the values of `fields`, `omit` and `expand` into names. */
  readonly flexNames: FlexNames;
  /** Whether an address that no route has, and a failure of Lectern's own, are answered with a page. */
  readonly failuresArePages: boolean;
  /** Whether a null byte in a query is refused before anything else. */
  readonly refusesNullBytes: boolean;
  readonly problemReply: (error: unknown, resource: Resource, lookup: Lookup) => ProblemReply;
};

/** The routes of a dialect, each group with its conventions. */
export type DialectTable = readonly {
  /** Where the routes are mounted. */
  readonly root: `/api/${string}`;
  readonly resources: readonly Resource[];
  readonly conventions: Conventions;
}[];
