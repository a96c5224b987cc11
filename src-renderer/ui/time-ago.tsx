import { Tooltip } from '@mantine/core';
import { formatDateTime, formatTimeAgo, lowerFirst } from './format.ts';
import { useComputerNow, useNow } from './window-clock.ts';

type Props = { readonly at: number; readonly prefix?: string };

/** Shows a time of the service (microseconds) relative to its clock, with the whole time in a tooltip. */
export function TimeAgo({ at, prefix = '' }: Props) {
  return <RelativeTime at={at} prefix={prefix} now={useNow()} />;
}

/** Shows a time of this computer, which does not follow the service's clock: of a backup or a session. */
export function ComputerTimeAgo({ at, prefix = '' }: Props) {
  return <RelativeTime at={at} prefix={prefix} now={useComputerNow()} />;
}

function RelativeTime({ at, prefix, now }: Required<Props> & { readonly now: number }) {
  const text = formatTimeAgo(at, now);
  return (
    <Tooltip label={formatDateTime(at)}>
      <time dateTime={new Date(at / 1000).toISOString()}>
        {prefix ? `${prefix} ${lowerFirst(text)}` : text}
      </time>
    </Tooltip>
  );
}
