/**
 * Whether this is a run of `npm run test:faults`, its short form included, or of files asked for by their names. There a
 * table or loop over real servers and processes runs whole; `npm test` has a part of it that stands for the rest.
 */
export const IS_FAULTS_RUN = process.env.LECTERN_FAULTS !== undefined;

/** Returns all cases in `npm run test:faults`, its short form included, and each `stride`th one in `npm test`. */
export function casesOf<T>(cases: readonly T[], stride: number): readonly T[] {
  return IS_FAULTS_RUN ? cases : cases.filter((_, index) => index % stride === 0);
}
