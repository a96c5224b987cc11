import type { Disposable, Page } from '@playwright/test';

type RecordingWindow = Window & { received?: string };

/** Records in `window.received` every byte that the desk answers from the next page on, its stream included. */
export function recordReceived(page: Page): Promise<Disposable> {
  return page.addInitScript(() => {
    const target: RecordingWindow = window;
    const originalFetch = window.fetch.bind(window);
    target.received = '';
    window.fetch = async (...args) => {
      const answer = await originalFetch(...args);
      const copy = answer.clone().body?.pipeThrough(new TextDecoderStream());
      void copy
        ?.pipeTo(
          new WritableStream({
            write(chunk) {
              target.received += chunk;
            },
          }),
        )
        .catch(() => undefined);
      return answer;
    };
  });
}

/** Everything a page holds and received: markup, fields, answers, address, storage. */
export function everythingVisible(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')];
    return [
      document.documentElement.outerHTML,
      ...fields.map((field) => (field as HTMLInputElement).value),
      (window as RecordingWindow).received ?? '',
      location.href,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ].join('\n');
  });
}
