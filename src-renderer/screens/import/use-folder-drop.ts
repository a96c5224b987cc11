import { type DragEvent, useState } from 'react';

/** Returns handlers that take a folder dropped on an element; none in a browser, which hides paths from pages. */
export function useFolderDrop(take: (folder: string) => void) {
  const [isOver, setOver] = useState(false);
  const { lectern } = window;
  if (!lectern) return { isOver: false, handlers: {} };
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        setOver(false);
        const folder = lectern.pathOf(file);
        if (folder !== '') take(folder);
      },
    },
  };
}
