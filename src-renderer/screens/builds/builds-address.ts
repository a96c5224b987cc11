import { BUILD_OUTCOMES } from '../../../src-server/model/builds/build-outcome.ts';
import { LANES_SPANS } from '../../../src-server/model/builds/charts/lanes-span.ts';
import {
  type AddressOf,
  choiceParam,
  chosen,
  indexParam,
  textParam,
  useAddressState,
} from '../../ui/address/use-address-state.ts';

const PARAMS = {
  outcome: choiceParam('state', BUILD_OUTCOMES, 'all'),
  /** A slug; '' for all projects. */
  project: chosen(textParam('project')),
  /** A slug; '' for all versions. */
  version: chosen(textParam('version')),
  /** First characters of the commit. */
  commit: textParam('commit'),
  /** How far back the chart of what ran when goes; '' leaves it to the room there is. */
  ran: choiceParam('ran', [...LANES_SPANS, 'hidden'], ''),
  /** Index of the first visible row. */
  at: indexParam('at'),
};
const TOP = { at: 0 };

/** Filters and scroll position of a list of builds, as kept in its address. */
export type BuildsAddress = AddressOf<typeof PARAMS>;

/** Returns the address of a list of builds and a function that changes it; a change scrolls to the top unless it gives `at`. */
export function useBuildsAddress() {
  return useAddressState(PARAMS, TOP);
}
