import { textParam, useAddressState, writeAddress } from '../../ui/address/use-address-state.ts';

const PARAMS = { q: textParam('q') };

/** Returns the address of the Search screen for a query. */
export function searchPath(q: string): string {
  return `/search${writeAddress(PARAMS, { q: q.trim() === '' ? '' : q })}`;
}

/** Returns the query in the address and a function that changes it. */
export function useSearchAddress() {
  const { address, change } = useAddressState(PARAMS);
  return { q: address.q, change: (q: string) => change({ q: q.trim() === '' ? '' : q }) };
}
