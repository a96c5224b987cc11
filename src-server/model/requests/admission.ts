/** How much of a request the log takes. */
export type Admission = 'whole' | 'without-bodies' | 'dropped';

/** How many requests a second are logged whole, and how many at all. */
export type AdmissionLimits = { readonly whole: number; readonly rows: number };

/** What may be logged unless a test says otherwise. */
export const ADMISSION_LIMITS: AdmissionLimits = { whole: 2_000, rows: 2_500 };
const SECOND_MS = 1_000;

/** Decides how much of each request is logged, so that a flood of them costs little. `now` is in milliseconds. */
export function createAdmission(now: () => number, limits: AdmissionLimits): () => Admission {
  let start = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const at = now();
    if (at - start >= SECOND_MS) {
      start = at;
      count = 0;
    }
    count += 1;
    if (count <= limits.whole) return 'whole';
    return count <= limits.rows ? 'without-bodies' : 'dropped';
  };
}

/** How a test controls what is too much: a clock that is never set back, in milliseconds, and other limits. */
export type AdmissionOptions = { readonly now?: () => number; readonly limits?: AdmissionLimits };
