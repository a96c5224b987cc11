import { HISTORY_KIND_NAMES } from '../../../src-server/model/journal/history.ts';
import { PERIODS, type Period } from '../../features/history/history-filter.ts';
import { HistoryList } from '../../features/history/history-list.tsx';
import { choiceParam, textParam, useAddressState } from '../../ui/address/use-address-state.ts';

const INITIAL_LIMIT = 50;
const PARAMS = {
  person: textParam('person', 150),
  kind: choiceParam('kind', HISTORY_KIND_NAMES, ''),
  period: choiceParam('period', Object.keys(PERIODS) as readonly Period[], 'any'),
};

/** Lists who changed what in this installation, and how. */
export function Activity() {
  const { address, change } = useAddressState(PARAMS);
  return <HistoryList initialLimit={INITIAL_LIMIT} filter={address} changeFilter={change} />;
}
