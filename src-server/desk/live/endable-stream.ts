/** Returns a stream of events that ends when `signal` aborts; any other response as it is. */
export function endableStream(response: Response, signal: AbortSignal): Response {
  const { body, headers, status } = response;
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const reader = body.getReader();
  const ended = new Promise<{ readonly done: true; readonly value: undefined }>((resolve) => {
    const end = () => {
      resolve({ done: true, value: undefined });
      reader.cancel().catch(() => {});
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(stream, { status, headers });
}
