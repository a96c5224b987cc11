/** An answer of control that refuses; `status` and `body` are what it sent. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly body: unknown;
  constructor(method: string, path: string, status: number, body: unknown) {
    super(`${method} ${path} was refused with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** A state of all data that can be brought back. */
export type SnapshotInfo = {
  readonly name: string;
  readonly note: string;
  readonly kind: 'manual' | 'safety' | 'start';
  readonly taken: string;
  readonly bytes: number;
  readonly counts: Readonly<Record<'projects' | 'versions' | 'builds' | 'redirects' | 'users', number>>;
};

/** What a reset or a restore did; `request` is the id of the last logged request. */
export type ResetInfo = { readonly snapshot: string; readonly ms: number; readonly request: number | null };

/** What the clock shows; `offset` is in seconds from the machine's. */
export type ClockInfo = { readonly mode: 'run' | 'still'; readonly now: string; readonly offset: number };

/** A rule that changes or delays answers. */
export type FaultRule = {
  readonly name: string;
  readonly match?: {
    readonly method?: string;
    readonly path?: string;
    readonly user?: string;
    readonly client?: string;
  };
  readonly after?: number;
  readonly every?: number;
  /** Only requests beyond so many a minute: of each user, and of all callers without a token. */
  readonly perMinute?: { readonly user: number; readonly anonymous: number };
  readonly probability?: number;
  readonly seed?: number;
  readonly delay?: { readonly ms: number } | { readonly from: number; readonly to: number };
  readonly answer?: { readonly status: number; readonly body?: unknown; readonly retryAfter?: number };
  readonly connection?: 'close' | 'cut';
  readonly hits?: number;
  readonly until?: string;
};

/** A rule that was added, with its state. */
export type Fault = FaultRule & {
  readonly id: number;
  readonly on: boolean;
  /** Whether its end has passed, by the clock of the API; then it is not on. */
  readonly over: boolean;
  /** Whether it stays after a restart. */
  readonly pinned: boolean;
  /** How many requests matched, and for how many it was played. */
  readonly matched: number;
  readonly played: number;
};

/** Rules that every Lectern has. */
export type FaultPreset = {
  readonly preset: 'rate-limited' | 'slow-day' | 'flaky-network' | 'maintenance' | 'token-revoked';
};

/** Which requests of the log are wanted. */
export type RequestFilter = {
  /** The first ones after this id; without it, the last there are. */
  readonly since?: number;
  /** How many at most, up to 1000; default: 100. */
  readonly limit?: number;
  readonly method?: string;
  readonly status?: number | `${1 | 2 | 3 | 4 | 5}xx`;
  /** A part of the path. */
  readonly path?: string;
  /** Waits so many milliseconds until `count` requests match. */
  readonly wait?: number;
  readonly count?: number;
};

/** A request that was answered. */
export type LoggedRequest = {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
} & Readonly<Record<string, unknown>>;

/** What a build that is played does next. */
export type BuildStep = {
  readonly state?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly output?: string;
};

/** Control of a running Lectern. */
export type ControlClient = ReturnType<typeof createControlClient>;

/** Creates the client of `url`, which ends with a slash. All of its functions throw ControlError. */
export function createControlClient(url: string, key: string) {
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Key ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    if (!answer.ok) throw new ControlError(method, path, answer.status, json);
    return json as Answer;
  }

  /** Adds a rule, or the rules of a preset. */
  function addFault(rule: FaultRule): Promise<Fault>;
  function addFault(preset: FaultPreset): Promise<{ readonly results: readonly Fault[] }>;
  function addFault(rule: object): Promise<unknown> {
    return call('POST', 'faults/', rule);
  }

  const results = async <Item>(path: string) =>
    (await call<{ readonly results: readonly Item[] }>('GET', path)).results;
  const named = encodeURIComponent;

  return {
    /** Sends any request below control's address. */
    call,
    /** Brings back the state at the start, or a snapshot. */
    reset: (snapshot?: string) =>
      call<ResetInfo>('POST', 'reset', snapshot === undefined ? {} : { snapshot }),
    snapshots: {
      list: () => results<SnapshotInfo>('snapshots/'),
      take: (name: string, note = '') => call<SnapshotInfo>('POST', 'snapshots/', { name, note }),
      restore: (name: string) => call<ResetInfo>('POST', `snapshots/${named(name)}/restore`),
      delete: (name: string) => call<undefined>('DELETE', `snapshots/${named(name)}`),
    },
    clock: {
      get: () => call<ClockInfo>('GET', 'clock'),
      set: (clock: Partial<ClockInfo> & Pick<ClockInfo, 'mode'>) => call<ClockInfo>('PUT', 'clock', clock),
      advance: (seconds: number) => call<ClockInfo>('POST', 'clock/advance', { seconds }),
    },
    /** Loads a seed file on top of what is there. */
    seed: (seed: object) => call<Readonly<Record<string, number>>>('POST', 'seed', seed),
    builds: {
      /** Moves a build on that waits. */
      advance: (id: number, step: BuildStep = {}) => call<unknown>('POST', `builds/${id}/advance`, step),
    },
    /** Lets a script play the builds of a project. */
    setBuilder: (slug: string, script: string | object) =>
      call<unknown>('PUT', `projects/${named(slug)}/builder`, { script }),
    faults: {
      list: () => results<Fault>('faults/'),
      add: addFault,
      replace: (id: number, rule: FaultRule) => call<Fault>('PUT', `faults/${id}`, rule),
      delete: (id: number) => call<undefined>('DELETE', `faults/${id}`),
      clear: () => call<undefined>('DELETE', 'faults/'),
    },
    /** Returns requests that were answered, the newest last: without `since` the last 100, or `limit`. */
    requests: (filter: RequestFilter = {}) =>
      results<LoggedRequest>(`requests/?${new URLSearchParams(textOf(filter))}`),
    /** Clears the log of requests. */
    clearRequests: () => call<undefined>('DELETE', 'requests/'),
  };
}

function textOf(filter: RequestFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
