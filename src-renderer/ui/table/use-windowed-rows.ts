import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A piece of a long list, and how long the list is. */
export type RowsPage<Row> = { readonly count: number; readonly rows: readonly Row[] };

type Options<Page> = {
  /** Which list it is; what the rows depend on stands in it. */
  readonly listKey: QueryKey;
  /** Reads a piece of it. */
  readonly fetchPage: (offset: number, limit: number) => Promise<Page>;
  /** The place at which the list is first shown. */
  readonly startAt?: number;
};

/** The rows of a list that are on the screen, as `VirtualTable` wants them. */
export type WindowedRows<Row, Page> = {
  /** The newest piece: its count and what else the desk said of the list. Of the former list until this one's comes. */
  readonly page: Page | undefined;
  readonly rowAt: (offset: number) => Row | undefined;
  /** Says what is on the screen; `offsetOf` where places in the table are not places in the list. */
  readonly onVisibleRange: (
    first: number,
    last: number,
    offsetOf?: (position: number) => number | undefined,
  ) => void;
  /** Why the list cannot be read. */
  readonly problem: unknown;
};

const PAGE_SIZE = 100;
/** Rows this far outside the screen are fetched as well, so that slow scrolling never meets an empty one. */
const OVERSCAN_ROWS = 30;
/** How long pieces are kept that nobody looks at, in milliseconds. */
const GC_TIME_MS = 60_000;

/**
 * A list of any length, fetched in pieces of 100 rows as they come into sight. When the list becomes another one, the
 * rows of the former stay until the first of the new ones come.
 */
export function useWindowedRows<Row, Page extends RowsPage<Row>>(
  options: Options<Page>,
): WindowedRows<Row, Page> {
  const { listKey, fetchPage, startAt = 0 } = options;
  const client = useQueryClient();
  const [requestedPieces, setRequestedPieces] = useState<readonly number[]>([
    Math.floor(startAt / PAGE_SIZE),
  ]);
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
      if (pieces.size === 0) return;
      setRequestedPieces((current) =>
        current.length === pieces.size && current.every((piece) => pieces.has(piece)) ? current : [...pieces],
      );
    },
    [],
  );

  return {
    page: page ?? previous.current?.page,
    rowAt: (offset) => pieceAt(Math.floor(offset / PAGE_SIZE))?.rows[offset % PAGE_SIZE],
    onVisibleRange,
    problem: results.find(({ error }) => error !== null)?.error,
  };
}
