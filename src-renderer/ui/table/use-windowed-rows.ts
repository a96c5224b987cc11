import { hashKey, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A page of a long list, with the length of the list. */
export type RowsPage<Row> = { readonly count: number; readonly rows: readonly Row[] };

type Options<Page> = {
  /** Identifies the list by everything its rows depend on. */
  readonly listKey: QueryKey;
  /** Fetches a page. */
  readonly fetchPage: (offset: number, limit: number) => Promise<Page>;
  /** Offset at which the list is first shown. */
  readonly startAt?: number;
};

/** The visible rows of a list, as `VirtualTable` takes them. */
export type WindowedRows<Row, Page> = {
  /** The newest page, with its count; that of the previous list until this one's arrives. */
  readonly page: Page | undefined;
  /** Whether `page` is still that of the previous list. */
  readonly isPrevious: boolean;
  readonly rowAt: (offset: number) => Row | undefined;
  /** Reports the visible rows; `offsetOf` where positions in the table are not offsets in the list. */
  readonly onVisibleRange: (
    first: number,
    last: number,
    offsetOf?: (position: number) => number | undefined,
  ) => void;
  /** Why the list cannot be fetched. */
  readonly problem: unknown;
};

const PAGE_SIZE = 100;
/** Rows this far outside the screen are fetched as well, so that slow scrolling never shows an empty row. */
const OVERSCAN_ROWS = 30;
/** While a list is scrolled past whole pages, its rows are asked for this often, in milliseconds: most are gone at once. */
const JUMP_MS = 100;
/** How long pages outside the screen are kept, in milliseconds. */
const GC_TIME_MS = 60_000;

/**
 * Fetches a list of any length in pages of 100 rows as they become visible. When the list changes, the previous rows stay
 * until the first new ones arrive.
 */
export function useWindowedRows<Row, Page extends RowsPage<Row>>(
  options: Options<Page>,
): WindowedRows<Row, Page> {
  const { listKey, fetchPage, startAt = 0 } = options;
  const client = useQueryClient();
  const [requestedPieces, setRequestedPieces] = useState<readonly number[]>([
    Math.floor(startAt / PAGE_SIZE),
  ]);
  const request = useRequests(requestedPieces, setRequestedPieces, hashKey(listKey));
  const keyOf = (piece: number): QueryKey => [...listKey, 'rows', piece];
  const results = useQueries({
    queries: requestedPieces.map((piece) => ({
      queryKey: keyOf(piece),
      queryFn: () => fetchPage(piece * PAGE_SIZE, PAGE_SIZE),
      gcTime: GC_TIME_MS,
    })),
  });

  const loadedPieces = new Map<number, Page>();
  let page: Page | undefined;
  let newest = 0;
  results.forEach(({ data, dataUpdatedAt }, index) => {
    if (data === undefined) return;
    loadedPieces.set(requestedPieces[index] ?? 0, data);
    if (dataUpdatedAt < newest) return;
    newest = dataUpdatedAt;
    page = data;
  });
  const previous = useRef<{ pieces: ReadonlyMap<number, Page>; page: Page } | undefined>(undefined);
  useEffect(() => {
    if (page !== undefined) previous.current = { pieces: loadedPieces, page };
  });

  const pieceAt = (piece: number): Page | undefined => {
    const loaded = loadedPieces.get(piece) ?? client.getQueryData<Page>(keyOf(piece));
    return loaded ?? (page === undefined ? previous.current?.pieces.get(piece) : undefined);
  };
  const onVisibleRange = useCallback<WindowedRows<Row, Page>['onVisibleRange']>(
    (first, last, offsetOf = (position) => position) => {
      const pieces = new Set<number>();
      for (
        let position = Math.max(0, first - OVERSCAN_ROWS);
        position <= last + OVERSCAN_ROWS;
        position += 1
      ) {
        const offset = offsetOf(position);
        if (offset !== undefined) pieces.add(Math.floor(offset / PAGE_SIZE));
      }
      if (pieces.size > 0) request([...pieces]);
    },
    [request],
  );

  return {
    page: page ?? previous.current?.page,
    isPrevious: page === undefined,
    rowAt: (offset) => pieceAt(Math.floor(offset / PAGE_SIZE))?.rows[offset % PAGE_SIZE],
    onVisibleRange,
    problem: results.find(({ error }) => error !== null)?.error,
  };
}

type Pieces = readonly number[];

/** Returns the function that requests pieces: at once beside those shown and in another list, else after a moment. */
function useRequests(shown: Pieces, show: (pieces: Pieces) => void, list: string): (pieces: Pieces) => void {
  const latest = useRef({ shown, list });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<Pieces>(shown);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (pieces) => {
      waiting.current = pieces;
      const { current } = latest;
      const isNear = current.list !== list || pieces.some((piece) => current.shown.includes(piece));
      const flush = () => {
        clearTimeout(timer.current);
        timer.current = undefined;
        const isSame = String(waiting.current) === String(latest.current.shown);
        latest.current = { shown: isSame ? latest.current.shown : waiting.current, list };
        show(latest.current.shown);
      };
      if (isNear) flush();
      else timer.current ??= setTimeout(flush, JUMP_MS);
    },
    [show, list],
  );
}
