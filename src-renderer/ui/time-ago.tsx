import { Tooltip } from '@mantine/core';
import { fullTime, timeAgo, useNow } from './time-words.ts';

/** A time of the service (microseconds) as words, with the whole time in a tooltip. */
export function TimeAgo({ at, prefix = '' }: { readonly at: number; readonly prefix?: string }) {
  const words = timeAgo(at, useNow());
  return (
    <Tooltip label={fullTime(at)}>
      <time dateTime={new Date(at / 1000).toISOString()}>
        {prefix ? `${prefix} ${lowerFirst(words)}` : words}
      </time>
    </Tooltip>
  );
}

function lowerFirst(words: string): string {
  return /^(Just|Yesterday)/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
