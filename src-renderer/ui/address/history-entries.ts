import { navigate } from 'wouter/use-browser-location';

/**
 * How a change of the address is kept in the history: `step` is one that Back takes back alone, `typing` is one with the
 * letters before and after it, `place` is none.
 */
export type HistoryEntry = 'step' | 'typing' | 'place';

/** The address that was reached by typing last; undefined when something else was done since. */
let typed: string | undefined;

// A field that is left has been looked at with what it found; Back and Forward lead to other addresses.
for (const type of ['focusout', 'popstate'])
  globalThis.addEventListener?.(type, () => {
    typed = undefined;
  });

/** Goes to another query of the present address, with an entry of its own in the history where one expects it. */
export function changeQuery(query: string, entry: HistoryEntry): void {
  if (query === location.search) return;
  const replace = entry === 'place' || (entry === 'typing' && typed === location.href);
  // What comes along with typing, the place in the list, does not end it.
  const goesOn = entry === 'typing' || (entry === 'place' && typed === location.href);
  navigate(location.pathname + query + location.hash, { replace });
  typed = goesOn ? location.href : undefined;
}

/** Returns how a change of several parameters is kept: as the one of them that matters most. */
export function entryOf(changed: readonly HistoryEntry[]): HistoryEntry {
  if (changed.includes('step')) return 'step';
  return changed.includes('typing') ? 'typing' : 'place';
}
