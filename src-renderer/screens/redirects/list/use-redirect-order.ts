import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { desk } from '../../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatMove, type RedirectView } from './redirect-view.ts';

/** Moves redirects, which keep their order, so that the first of them has a position, from 0, among the others. */
type Move = { readonly ids: readonly number[]; readonly to: number };
type Rules = readonly RedirectView[];

/** Key presses closer together than this are one move. */
const NUDGE_DEBOUNCE_MS = 600;

/** The order with pending moves applied, and functions that change it. */
export type RedirectOrder = ReturnType<typeof useRedirectOrder>;

/** Applies moves at once and saves them; reverts a refused move and shows the reason. */
export function useRedirectOrder(slug: string, rules: Rules) {
  const client = useQueryClient();
  const { mutateAsync: sort } = useMutation(
    desk.redirects.sort.mutationOptions({
      // The next move starts from this order, even before the list is fetched again.
      onSuccess: (_, { ids }) => {
        client.setQueryData(
          desk.redirects.list.queryKey({ slug }),
          (board) => board && { ...board, rules: sortByIds(board.rules, ids) },
        );
      },
    }),
  );
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const pendingMove = useRef<Move | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const orderedRules = useMemo(() => moves.reduce(applyMove, rules), [moves, rules]);

  /** Saves moves one after another, each on top of the last saved order. */
  const send = useCallback(
    (move: Move) => {
      const save = async () => {
        const known = client.getQueryData(desk.redirects.list.queryKey({ slug }))?.rules ?? [];
        const next = applyMove(known, move);
        let notifyMoved = () => {};
        try {
          if (next.some(({ id }, at) => id !== known[at]?.id)) {
            const sorted = await sort({ slug, ids: next.map(({ id }) => id) });
            const moved = new Set(move.ids);
            const message = formatMove(
              next,
              next.findIndex(({ id }) => moved.has(id)),
              moved.size,
            );
            notifyMoved = () => notifyUndoable(message, sorted);
          }
        } catch (error) {
          notifyError(error);
        }
        setMoves((all) => all.filter((each) => each !== move));
        notifyMoved();
      };
      queue.current = queue.current.then(save);
    },
    [client, slug, sort],
  );

  /** Saves the pending move by keys. */
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const move = pendingMove.current;
    pendingMove.current = null;
    if (move) send(move);
  }, [send]);

  const move = useCallback(
    (ids: readonly number[], to: number) => {
      flush();
      const next = { ids, to };
      setMoves((all) => [...all, next]);
      send(next);
    },
    [flush, send],
  );

  /** Moves by one key press; presses in a row are one move, saved by `settle` or after a pause. */
  const nudge = useCallback(
    (id: number, to: number) => {
      if (pendingMove.current?.ids[0] !== id) flush();
      const last = pendingMove.current;
      const next = { ids: [id], to };
      pendingMove.current = next;
      setMoves((all) => [...all.filter((each) => each !== last), next]);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, NUDGE_DEBOUNCE_MS);
    },
    [flush],
  );

  useEffect(() => flush, [flush]);
  return { shown: orderedRules, move, nudge, settle: flush };
}

function applyMove(rules: Rules, { ids, to }: Move): Rules {
  const wanted = new Set(ids);
  const moved = rules.filter(({ id }) => wanted.has(id));
  const others = rules.filter(({ id }) => !wanted.has(id));
  return [...others.slice(0, to), ...moved, ...others.slice(to)];
}

function sortByIds(rules: Rules, ids: readonly number[]): RedirectView[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  // A redirect that is not in the sorted order is new, so it goes first.
  const placeOf = ({ id }: RedirectView) => places.get(id) ?? -1;
  return rules.toSorted((a, b) => placeOf(a) - placeOf(b));
}
