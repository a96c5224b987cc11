/** The dialects of the API: the specification's, and that of the service as it is today (live-service.md). */
export const DIALECTS = ['2020', 'current'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The dialect that is served unless another is asked for. */
export const DEFAULT_DIALECT: Dialect = '2020';
