import { type IncomingMessage, request } from 'node:http';

export type ServerQuestion = {
  readonly authorization: string;
  readonly body: object;
  readonly signal?: AbortSignal;
};

/**
 * Sends JSON to a Lectern and returns the answer, which may say nothing for hours: `fetch` ends one after five silent
 * minutes. @throws Error of the connection @throws AbortError
 */
export function askServer(
  url: string,
  { authorization, body, signal }: ServerQuestion,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json' };
    request(url, { method: 'POST', headers, agent: false, ...(signal && { signal }) }, resolve)
      .once('error', reject)
      .end(JSON.stringify(body));
  });
}

/** Returns the lines of an answer as they come. @throws Error of the connection that is lost */
export async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
