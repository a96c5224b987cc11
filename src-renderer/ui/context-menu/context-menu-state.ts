import type { MouseEvent as ReactMouseEvent, ReactNode } from 'react';
import { create } from 'zustand';
import { type Copyable, copyableAt } from './copyable.ts';

/** What a context menu shows for an element. */
export type ContextMenuContents = {
  /** Names the menu: `Actions for Tidewater`. */
  readonly label: string;
  /** Makes the items; called when the menu opens. */
  readonly items: () => ReactNode;
};

/** An open context menu: where, for what text, and where the focus returns. */
export type OpenContextMenu = Partial<ContextMenuContents> & {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly copyable: Copyable | undefined;
  readonly returnTo: HTMLElement | null;
};

type ContextMenuState = { readonly menu: OpenContextMenu | null; readonly close: () => void };

/** Holds the context menu that is open; there is one in the window. */
export const useContextMenu = create<ContextMenuState>()((set) => ({
  menu: null,
  close: () => set({ menu: null }),
}));

const TEXT_FIELD = 'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"])';
const FOCUSABLE = 'a[href], button, [tabindex]';
let lastId = 0;

/**
 * Opens the context menu for what was clicked: the text there that can be copied, then `contents`. The browser's own stays
 * in fields, on selected text and with Shift.
 */
export function openContextMenu(event: MouseEvent | ReactMouseEvent, contents?: ContextMenuContents): void {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement || target instanceof SVGElement)) return;
  if (keepsBrowserMenu(event, target)) return;
  const copyable = copyableAt(target);
  if (!copyable && !contents) return;
  event.preventDefault();
  lastId += 1;
  useContextMenu.setState({
    menu: {
      ...contents,
      ...pointOf(event, target),
      id: lastId,
      copyable,
      returnTo: target.closest<HTMLElement>(FOCUSABLE),
    },
  });
}

/** Returns the handler that gives an element a context menu. */
export function contextMenuOf(contents: ContextMenuContents): {
  readonly onContextMenu: (event: ReactMouseEvent) => void;
} {
  return { onContextMenu: (event) => openContextMenu(event, contents) };
}

/** The Menu key and Shift+F10 report no button, and as a place the middle of what has the focus, or nothing. */
const isByPointer = ({ button, ctrlKey }: MouseEvent | ReactMouseEvent) => button === 2 || ctrlKey;

function keepsBrowserMenu(event: MouseEvent | ReactMouseEvent, target: Element): boolean {
  if (target.closest(TEXT_FIELD)) return true;
  if (!isByPointer(event)) return false;
  const selection = getSelection();
  return event.shiftKey || (selection?.isCollapsed === false && selection.containsNode(target, true));
}

function pointOf(event: MouseEvent | ReactMouseEvent, target: Element): { x: number; y: number } {
  if (isByPointer(event)) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = target.getBoundingClientRect();
  return { x: left + 16, y: bottom };
}
