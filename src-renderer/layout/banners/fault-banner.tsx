import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { pluralize } from '../../ui/format.ts';
import { Banner } from './banner.tsx';

/** How often the window asks whether faults are still on, in milliseconds. */
const CHECK_INTERVAL_MS = 5000;

/** Says above every screen which faults are on, so that nobody wonders why clients fail. */
export function FaultBanner() {
  const { data: names = [] } = useQuery({
    ...desk.faults.namesOn.queryOptions(),
    // A fault that ends by time is no change of data, which the stream would tell of.
    refetchInterval: ({ state }) => (state.data?.length ? CHECK_INTERVAL_MS : false),
  });
  const turnOff = useMutation(desk.faults.turnOff.mutationOptions());
  return (
    <Banner
      name="faults"
      label="Faults that are on"
      text={names.length === 0 ? '' : bannerText(names)}
      href="/requests/faults"
      endLabel="Turn off"
      end={turnOff}
    />
  );
}

function bannerText(names: readonly string[]): string {
  return `${pluralize(names.length, 'fault is', 'faults are')} on: ${names.join(', ')}`;
}
