import {
  type AddressParam,
  inPlace,
  textParam,
  useAddressState,
} from '../../../ui/address/use-address-state.ts';

/** Redirect in the side panel: its id, a new one, or none. */
export type OpenRedirect = number | 'new' | null;

const openParam: AddressParam<OpenRedirect> = {
  name: 'redirect',
  read([given = '']) {
    if (given === 'new') return 'new';
    return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  },
  write: (opened) => (opened === null ? [] : [String(opened)]),
  entry: 'place',
};

const PARAMS = { testUrl: inPlace(textParam('test')), opened: openParam };

/** Reads and changes the redirect in the side panel and the tested URL, kept in the address. */
export function useRedirectsAddress() {
  return useAddressState(PARAMS);
}
