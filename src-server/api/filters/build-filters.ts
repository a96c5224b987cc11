import type { BuildFilters } from '../../store/tables/builds/builds.ts';
import { filterText, lastValue, queryBoolean } from '../http/read-query.ts';
import { booleanParameter, textParameter } from './query-parameters.ts';

/** Filters of lists of builds, in every dialect. */
export const BUILD_FILTERS = [
  textParameter('commit', 'Only builds of this commit, given in full.'),
  booleanParameter('running', 'true: only builds that have not ended; false: only those that have.'),
];

/** Reads the filters of a list of builds. */
export function readBuildFilters(query: URLSearchParams): BuildFilters {
  return { commit: filterText(query, 'commit'), running: queryBoolean(lastValue(query, 'running')) };
}
