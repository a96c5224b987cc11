/** Returns the number of runs of a property: `few` by default, `many` in `npm run test:faults`. */
export function propertyRuns(few: number, many: number): number {
  return process.env.LECTERN_FAULTS === 'long' ? many : few;
}
