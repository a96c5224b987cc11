/** SQL: whether the builds with this table alias have not ended, in the words of the indexes of builds in flight. */
export const isInFlight = (alias: string): string =>
  `${alias}.state <> 'finished' AND ${alias}.state <> 'cancelled'`;
