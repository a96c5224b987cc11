/** What a frame shows once an action is done: an element with this text, and nothing in the screen still loading. */
export type Shown = { readonly selector: string; readonly text: string };

declare global {
  interface Window {
    /** Milliseconds from the next key or click to the frame that shows its result. */
    measuredLatency?: Promise<number>;
  }
}

/**
 * Measures from the next key or click until a frame has drawn the result. Runs in the page.
 * @throws Error when the result is shown already
 */
export function armLatency({ selector, text }: Shown): void {
  const isShown = () => {
    const isThere = [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text));
    return isThere && !document.querySelector('main .mantine-Skeleton-root');
  };
  if (isShown()) throw new Error(`${selector} shows ${text} before anything was done`);
  window.measuredLatency = new Promise((resolve, reject) => {
    const start = ({ timeStamp }: Event) => {
      for (const type of ['keydown', 'click']) window.removeEventListener(type, start, true);
      const look = () => {
        if (isShown()) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else if (performance.now() - timeStamp > 10_000)
          reject(
            new Error(`${selector} shows ${document.querySelector(selector)?.textContent}, not ${text}`),
          );
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    for (const type of ['keydown', 'click']) window.addEventListener(type, start, true);
  });
}

/** Scrolls the list of a screen from its top to its end; returns the tasks over 50 ms meanwhile. Runs in the page. */
export function scrollWatchingTasks(milliseconds: number): Promise<{ frames: number; tasks: number[] }> {
  const list = document.querySelector('[role="grid"]');
  if (!list) throw new Error('there is no list');
  const end = list.scrollHeight - list.clientHeight;
  const tasks: number[] = [];
  const note = (entries: readonly PerformanceEntry[]) => {
    // What the screen loads once is not part of scrolling.
    for (const { startTime, duration } of entries) if (startTime - startedAt > 1000) tasks.push(duration);
  };
  const startedAt = performance.now();
  const observer = new PerformanceObserver((entries) => note(entries.getEntries()));
  observer.observe({ type: 'longtask' });
  return new Promise((resolve) => {
    let frames = 0;
    const step = (now: number) => {
      frames += 1;
      const part = Math.min(1, (now - startedAt) / milliseconds);
      list.scrollTop = end * part;
      if (part < 1) return requestAnimationFrame(step);
      // The observer hears of a task after it.
      setTimeout(() => {
        note(observer.takeRecords());
        observer.disconnect();
        resolve({ frames, tasks });
      }, 200);
    };
    requestAnimationFrame(step);
  });
}

/** Draws a bare table of a thousand rows and returns the milliseconds: what the machine is worth. Runs in the page. */
export function calibrate(): number {
  const startedAt = performance.now();
  const place = document.createElement('div');
  const cells = (row: number) =>
    Array.from({ length: 8 }, (_, cell) => `<td>row ${row}, cell ${cell}</td>`).join('');
  const rows = Array.from({ length: 1000 }, (_, row) => `<tr>${cells(row)}</tr>`).join('');
  place.innerHTML = `<table>${rows}</table>`;
  document.body.append(place);
  const { height } = place.getBoundingClientRect();
  place.remove();
  if (height === 0) throw new Error('nothing was drawn');
  return performance.now() - startedAt;
}
