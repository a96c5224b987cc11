import { Tooltip } from '@mantine/core';
import { formatDateTime, formatTimeAgo, lowerFirst, useNow } from './format.ts';

/** Shows a time of the service (microseconds) relative to now, with the whole time in a tooltip. */
export function TimeAgo({ at, prefix = '' }: { readonly at: number; readonly prefix?: string }) {
  const text = formatTimeAgo(at, useNow());
  return (
    <Tooltip label={formatDateTime(at)}>
      <time dateTime={new Date(at / 1000).toISOString()}>
        {prefix ? `${prefix} ${lowerFirst(text)}` : text}
      </time>
    </Tooltip>
  );
}
