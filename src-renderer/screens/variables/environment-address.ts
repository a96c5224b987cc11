import {
  type AddressOf,
  choiceParam,
  flagParam,
  textParam,
  useAddressState,
} from '../../ui/address/use-address-state.ts';

/** Sort keys of the list. */
export const VARIABLE_SORTS = ['modified', 'name', 'created'] as const;

const PARAMS = {
  text: textParam('text'),
  sort: choiceParam('sort', VARIABLE_SORTS, 'modified'),
  /** Reverses the default direction: newest first, names from A. */
  reversed: flagParam('turned'),
};

/** State of the variable list that its address keeps. */
export type EnvironmentAddress = AddressOf<typeof PARAMS>;

/** Reads and changes the address of the variable list. */
export function useEnvironmentAddress() {
  return useAddressState(PARAMS);
}
