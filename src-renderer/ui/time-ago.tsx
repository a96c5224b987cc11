import { Tooltip } from '@mantine/core';
import { formatDateTime, formatTimeAgo, useNow } from './format.ts';

/** A time of the service (microseconds) as words, with the whole time in a tooltip. */
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

function lowerFirst(text: string): string {
  return /^(Just|Yesterday)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
