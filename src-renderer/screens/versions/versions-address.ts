import { VERSION_TYPES } from '../../../src-server/model/versions/version.ts';
import {
  type AddressOf,
  choiceParam,
  choicesParam,
  flagParam,
  textParam,
  useAddressState,
} from '../../ui/address/use-address-state.ts';

/** Which of the versions are looked at. */
export const VERSION_FILTERS = ['all', 'active', 'built'] as const;
export type VersionFilter = (typeof VERSION_FILTERS)[number];

/** What the list can be sorted by. */
export const VERSION_SORTS = ['version', 'last-build', 'took'] as const;
export type VersionSort = (typeof VERSION_SORTS)[number];

const PARAMS = {
  text: textParam('text'),
  show: choiceParam('show', VERSION_FILTERS, 'all'),
  types: choicesParam('type', VERSION_TYPES),
  sort: choiceParam('sort', VERSION_SORTS, 'version'),
  /** Against the usual direction: the highest version, the newest and the longest build come first. */
  isReversed: flagParam('turned'),
};

/** What the address of the list of versions keeps. */
export type VersionsAddress = AddressOf<typeof PARAMS>;

/** Reads and changes what the address of the list of versions keeps. */
export function useVersionsAddress() {
  return useAddressState(PARAMS);
}
