import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LANES_SPANS, type LanesSpan } from '../../../../src-server/model/builds/charts/lanes-span.ts';
import { desk } from '../../../api/desk.ts';
import { ChartPanel } from '../../../ui/chart/chart-panel.tsx';
import { pluralize } from '../../../ui/format.ts';
import { useNow } from '../../../ui/window-clock.ts';
import { useBuildsAddress } from '../builds-address.ts';
import { laneRow, waitingRow } from './lanes-data.ts';
import { LanesDrawing } from './lanes-drawing.tsx';
import { LanesLegend } from './lanes-legend.tsx';

const LABELS: Readonly<Record<LanesSpan, string>> = { hour: '1 h', '6h': '6 h', day: '24 h' };
const SPOKEN: Readonly<Record<LanesSpan, string>> = { hour: 'hour', '6h': '6 hours', day: '24 hours' };
const CHOICES = [
  ...LANES_SPANS.map((value) => ({ value, label: LABELS[value] })),
  { value: 'hidden', label: 'Hide' },
];
/** In a window that is lower, the chart is hidden until it is asked for, in pixels. */
const LOW_WINDOW = 700;
/** What a running bar grows by at once, in milliseconds; its time beside it is exact. */
const STEP_MS = 5000;
/** Shows which builds ran when, a lane for each slot, and what waits. */
export function Lanes() {
  const { address, change } = useBuildsAddress();
  const shown = address.ran === '' ? (window.innerHeight < LOW_WINDOW ? 'hidden' : '6h') : address.ran;
  const isHidden = shown === 'hidden';
  const span = isHidden ? '6h' : shown;
  const { data } = useQuery({
    ...desk.builds.lanes.queryOptions({ span }),
    enabled: !isHidden,
    placeholderData: keepPreviousData,
  });
  const now = useNow(STEP_MS) * 1000;
  const builds = data?.builds ?? [];
  const waiting = data?.waiting ?? [];
  const cut = data?.isCut ? `, the newest ${builds.length}` : '';
  return (
    <ChartPanel
      title="What ran when"
      unit={`Each bar is a build, from its start to its end${cut}. ${pluralize(data?.waitingCount ?? 0, 'build')} queued.`}
      isFlat
      isFolded={isHidden || !data}
      empty={
        builds.length + waiting.length === 0 ? `Nothing ran here in the last ${SPOKEN[span]}.` : undefined
      }
      tools={
        <SegmentedControl
          aria-label="Time shown"
          value={shown}
          onChange={(value) =>
            change({
              ran: LANES_SPANS.find((each) => each === value) ?? 'hidden',
              at: address.at,
            })
          }
          data={CHOICES}
        />
      }
      numbers={{
        textColumns: 4,
        columns: ['Build', 'Project', 'Version', 'State', 'Slot', 'Started', 'Waited', 'Duration'],
        rows: [
          ...waiting.map((build) => waitingRow(build, now)),
          ...builds.toReversed().map((build) => laneRow(build, now)),
        ],
      }}
      legend={<LanesLegend />}
    >
      {(showHint) => data && <LanesDrawing data={data} now={now} showHint={showHint} />}
    </ChartPanel>
  );
}
