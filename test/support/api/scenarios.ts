import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  type ApiServer,
  type RequestOptions,
  type StartOptions,
  startApi,
} from './api-server.ts';

/** One row of a table: a request, its user and the expected response. */
export type Scenario = Omit<RequestOptions, 'user'> & {
  /** Title of the row; default: method, path and user. */
  readonly name?: string;
  /** A user of the server, or `nobody` for a request without credentials. */
  readonly as: string;
  readonly method: string;
  /** May depend on data created before. */
  readonly path: string | ((api: ApiServer) => string);
  readonly expect: Expected;
  /** Runs this row on its own server. */
  readonly fresh?: boolean;
  /** Prepares data; its changes are not checked. */
  readonly before?: (api: ApiServer) => void | Promise<void>;
  /** Checks the result. */
  readonly after?: (api: ApiServer, answer: Answer) => void | Promise<void>;
};

/** `body` is the whole JSON and may contain matchers; `partial` lists some members; `text` is the body as text. */
export type Expected = {
  readonly status: number;
  readonly body?: unknown;
  readonly partial?: object;
  readonly text?: string | RegExp;
  /** Header names in lower case; undefined for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | undefined>>;
};

export type TableOptions = StartOptions & {
  /** Starts a server for each row; otherwise the rows share one and build on the earlier rows. */
  readonly fresh?: boolean;
};

/**
 * Runs a table of requests against a listening server. Checks every response against the OpenAPI document, and that
 * refused requests and reads leave the database unchanged (safety S5).
 */
export function scenarios(name: string, rows: readonly Scenario[], options: TableOptions = {}): void {
  const { fresh = false, ...start } = options;
  const sharesServer = rows.some((row) => !(row.fresh ?? fresh));

  describe(name, () => {
    let shared: ApiServer | undefined;
    beforeAll(async () => {
      if (sharesServer) shared = await startApi(start);
    });
    afterAll(() => shared?.close());

    test.each(rows.map((row) => [title(row), row] as const))('%s', async (_, row) => {
      const own = (row.fresh ?? fresh) ? await startApi(start) : undefined;
      const api = own ?? shared;
      if (!api) throw new Error('The server of the table did not start.');
      try {
        await runScenario(api, row);
      } finally {
        await own?.close();
      }
    });
  });
}

/** Runs one row against a server. @throws AssertionError */
export async function runScenario(api: ApiServer, row: Scenario): Promise<Answer> {
  const { as, method, path, expect: expected, name: _, fresh: __, before, after, ...options } = row;
  await before?.(api);
  const digest = api.digest();
  const answer = await api.request(method, typeof path === 'string' ? path : path(api), {
    ...options,
    ...(as === 'nobody' ? {} : { user: as }),
  });
  verify(answer, expected);
  if (answer.status >= 400 || ['GET', 'HEAD', 'OPTIONS'].includes(method)) {
    expect(api.digest() === digest, `${method} with status ${answer.status} changed the database`).toBe(true);
  }
  await after?.(api, answer);
  return answer;
}

function verify({ status, json, text, headers }: Answer, expected: Expected): void {
  // Includes the body, which explains an unexpected status.
  if (status !== expected.status)
    expect({ status, text }).toEqual({ status: expected.status, text: expect.anything() });
  expect(status).toBe(expected.status);
  if ('body' in expected) expect(json).toEqual(expected.body);
  if (expected.partial) expect(json).toMatchObject(expected.partial);
  if (typeof expected.text === 'string') expect(text).toBe(expected.text);
  else if (expected.text) expect(text).toMatch(expected.text);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (value instanceof RegExp) expect(headers[name] ?? '', `header ${name}`).toMatch(value);
    else expect(headers[name], `header ${name}`).toBe(value);
  }
}

function title({ name, as, method, path }: Scenario): string {
  const what = `${method} ${typeof path === 'string' ? path : '…'} as ${as}`;
  return name === undefined ? what : `${name}: ${what}`;
}
