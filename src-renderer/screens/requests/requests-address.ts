import {
  type AddressOf,
  choiceParam,
  indexParam,
  textParam,
  useAddressState,
} from '../../ui/address/use-address-state.ts';

const PARAMS = {
  /** What the list is filtered by, as typed. */
  filter: textParam('filter'),
  /** Id of the open request; 0 for none. */
  open: indexParam('request'),
  group: choiceParam('group', ['client'], 'none'),
};

/** What the screen of requests shows, as kept in its address. */
export type RequestsAddress = AddressOf<typeof PARAMS>;

/** Returns the address of the screen of requests, and a function that changes it. */
export function useRequestsAddress() {
  return useAddressState(PARAMS);
}
