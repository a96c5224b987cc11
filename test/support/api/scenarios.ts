import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  type ApiServer,
  type RequestOptions,
  type StartOptions,
  startApi,
} from './api-server.ts';

/** One row of a table: who asks for what, and what comes of it. */
export type Scenario = Omit<RequestOptions, 'user'> & {
  /** What the row shows; method, path and caller unless given. */
  readonly name?: string;
  /** `nobody` sends no credentials; any other is a user of the server. */
  readonly as: string;
  readonly method: string;
  /** May depend on what was made before. */
  readonly path: string | ((api: ApiServer) => string);
  readonly expect: Expected;
  /** Runs this row on a server of its own. */
  readonly fresh?: boolean;
  /** Prepares the ground; its changes are not counted. */
  readonly before?: (api: ApiServer) => void | Promise<void>;
  /** Looks at what came of it. */
  readonly after?: (api: ApiServer, answer: Answer) => void | Promise<void>;
};

/** `body` is the whole JSON, and may hold matchers; `partial` only names some members; `text` is the body's text. */
export type Expected = {
  readonly status: number;
  readonly body?: unknown;
  readonly partial?: object;
  readonly text?: string | RegExp;
  /** Names in lower case; undefined for a header that must not be there. */
  readonly headers?: Readonly<Record<string, string | RegExp | undefined>>;
};

export type TableOptions = StartOptions & {
  /** A server for each row; otherwise one for the table, and each row stands on those before it. */
  readonly fresh?: boolean;
};

/**
 * A table of requests against a listening server. Every answer is held against the OpenAPI document; after every
 * refusal, and after every read, the database must be what it was (safety S5).
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
  // The body beside the status says why, should the status be another one.
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
