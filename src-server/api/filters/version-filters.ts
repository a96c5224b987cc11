import { lastValue, queryBoolean } from '../http/read-query.ts';
import { booleanParameter } from './query-parameters.ts';

const FLAGS = {
  active: 'Only versions that are, or are not, active.',
  built: 'Only versions that are, or are not, built.',
  uploaded: 'Only versions whose pages were, or were not, uploaded.',
} as const;
type Flag = keyof typeof FLAGS;
const NAMES = Object.keys(FLAGS) as Flag[];

/** Filters by what is true of a version, in every dialect. */
export const VERSION_FLAGS = NAMES.map((name) => booleanParameter(name, FLAGS[name]));

/** Reads these filters; undefined for those that the query does not have. */
export function readVersionFlags(query: URLSearchParams): Record<Flag, boolean | undefined> {
  const [active, built, uploaded] = NAMES.map((name) => queryBoolean(lastValue(query, name)));
  return { active, built, uploaded };
}
