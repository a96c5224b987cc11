import type { KeyboardEvent } from 'react';

/** What the keyboard enters a list at: the row of a table that has it, or the first link of a list marked so. */
const ENTRY = '[role="grid"] [role="row"][tabindex="0"], [data-keyboard-list] a';

/** Moves the keyboard from a field to the list below it, on ↓ and Enter. `flush` reports first what is typed. */
export function enterList(event: KeyboardEvent<HTMLElement>, flush?: () => void): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || event.nativeEvent.isComposing) return;
  const entry = event.currentTarget.closest('main')?.querySelector<HTMLElement>(ENTRY);
  if (!entry) return;
  event.preventDefault();
  flush?.();
  rowAfterHeading(entry).focus();
}

/** Moves the keyboard between the links of a list that is no table: arrows, Home and End. */
export function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(event.target as HTMLAnchorElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const link = links[targets[event.key] ?? -1];
  if (at < 0 || !link) return;
  event.preventDefault();
  link.focus();
}

/** The heading of a group is no row that one looks for. */
function rowAfterHeading(row: HTMLElement): HTMLElement {
  if (row.dataset.heading === undefined) return row;
  const next = Number(row.getAttribute('aria-rowindex')) + 1;
  return row.parentElement?.querySelector<HTMLElement>(`[aria-rowindex="${next}"]`) ?? row;
}
