let title = document.title;
let mark = 0;

function show(): void {
  document.title = mark > 0 ? `(${mark}) ${title}` : title;
}

/** Names the window, which a browser shows in the tab. */
export function setWindowTitle(text: string): void {
  title = text;
  show();
}

/** Puts a number before the window's title; 0 removes it. */
export function markWindowTitle(count: number): void {
  mark = count;
  show();
}
