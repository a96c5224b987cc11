import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { onRequests } from '../../api/live/live-requests.ts';
import { useWindowedRows } from '../../ui/table/use-windowed-rows.ts';

/** A page of the list, as the desk returns it. */
export type RequestsPage = inferRouterOutputs<DeskRouter>['requests']['page'];
/** One request of the list. */
export type RequestRow = RequestsPage['rows'][number];

/** New rows are shown at most this often, in milliseconds. */
const REFRESH_INTERVAL_MS = 300;

/**
 * Lists requests, newest first, and follows the log. While the list is scrolled it stands still, and `newer` counts what
 * has come since; `resume` goes back to its top.
 */
export function useLiveRequests(filter: string) {
  const client = useQueryClient();
  const [until, setUntil] = useState<number | undefined>(undefined);
  const [resumed, setResumed] = useState(0);
  const base = [['requests', 'list'], filter] as const;
  const { page, rowAt, onVisibleRange, problem } = useWindowedRows<RequestRow, RequestsPage>({
    listKey: [...base, until ?? 'live'],
    fetchPage: (offset, limit) =>
      deskClient.requests.page.query({ filter, offset, limit, ...(until !== undefined && { until }) }),
  });
  const { data: newer } = useQuery({
    queryKey: [...base, 'newer', until],
    queryFn: async () => (await deskClient.requests.page.query({ filter, offset: 0, limit: 1, until })).newer,
    enabled: until !== undefined,
  });

  const refresh = useThrottledCallback(() => {
    const key = until === undefined ? [...base, 'live'] : [...base, 'newer'];
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries(desk.requests.groups.pathFilter());
  }, REFRESH_INTERVAL_MS);
  useEffect(() => onRequests(refresh), [refresh]);
  // What is kept of a list was not followed while another screen or filter was shown.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [['requests', 'list'], filter, 'live'] });
    void client.invalidateQueries(desk.requests.groups.pathFilter());
  }, [client, filter]);

  /** Follows the log again; what the top showed before it was left is out of date. */
  function follow(): void {
    void client.invalidateQueries({ queryKey: [...base, 'live'] });
    setUntil(undefined);
  }
  const latest = useRef({ lastId: 0, until, follow });
  latest.current = { lastId: page?.lastId ?? 0, until, follow };
  const onRange = useCallback(
    (first: number, last: number) => {
      const { lastId, until: current } = latest.current;
      if (first > 0 && current === undefined && lastId > 0) setUntil(lastId);
      else if (first === 0 && current !== undefined) latest.current.follow();
      onVisibleRange(first, last);
    },
    [onVisibleRange],
  );
  const resume = useCallback(() => {
    latest.current.follow();
    setResumed((count) => count + 1);
  }, []);

  return {
    page,
    rowAt,
    onVisibleRange: onRange,
    problem,
    isPaused: until !== undefined,
    newer: until === undefined ? 0 : (newer ?? 0),
    resume,
    /** Changes when the list is shown from its top. */
    listKey: `${filter} ${resumed}`,
  };
}
