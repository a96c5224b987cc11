import { textParam, useAddressState, writeAddress } from '../../ui/address/use-address-state.ts';

const PARAMS = { q: textParam('q') };

/** Returns the address of a search of the handbook. */
export function handbookSearchPath(q: string): string {
  return `/help${writeAddress(PARAMS, { q })}`;
}

/** Returns what is searched for in the handbook, as the address has it, and a function that changes it. */
export function useHandbookAddress() {
  const { address, change } = useAddressState(PARAMS);
  return { q: address.q, change: (q: string) => change({ q: q.trim() === '' ? '' : q }) };
}
