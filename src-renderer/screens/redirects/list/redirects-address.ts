import { WRITTEN_TYPES } from '../../../../src-server/model/redirects/written-redirect.ts';
import {
  type AddressOf,
  type AddressParam,
  choicesParam,
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

const PARAMS = {
  text: textParam('text'),
  types: choicesParam('type', WRITTEN_TYPES),
  testUrl: inPlace(textParam('test')),
  opened: openParam,
};

/** What the address of the list of redirects keeps. */
export type RedirectsAddress = AddressOf<typeof PARAMS>;
/** The part of it that narrows the list. */
export type RedirectsFilter = Pick<RedirectsAddress, 'text' | 'types'>;

/** A filter that all redirects match. */
export const NO_FILTER: RedirectsFilter = { text: '', types: [] };

/** Reads and changes the filter, the redirect in the side panel and the tested URL, kept in the address. */
export function useRedirectsAddress() {
  return useAddressState(PARAMS);
}
