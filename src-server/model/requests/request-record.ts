/** The steps that can refuse a request, in the order in which it passes them. */
export const REFUSAL_STEPS = [
  'host guard',
  'negotiation',
  'authentication',
  'permission',
  'throttle',
  'method',
  'lookup',
  'body',
  'validation',
] as const;
export type RefusalStep = (typeof REFUSAL_STEPS)[number];

/** What a request was addressed to. */
export const REQUEST_DOORS = ['api', 'webhook', 'hosting'] as const;
export type RequestDoor = (typeof REQUEST_DOORS)[number];

/** Names and values of headers, as they came. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * What became of a body: `none` there was none · `kept` · `cut` its end is missing · `unreadable` neither JSON nor a form,
 * so that its secrets could not be found · `left-out` there is none for this kind of answer, or too many came at once.
 */
export type BodyState = 'none' | 'kept' | 'cut' | 'unreadable' | 'left-out';

/** A body as the log keeps it: without secrets. */
export type KeptBody = { readonly text: string | null; readonly state: BodyState };

/** What is known of a request without reading its headers and bodies. */
export type RequestFacts = {
  /** When it came, in microseconds. */
  readonly at: number;
  readonly door: RequestDoor;
  readonly method: string;
  /** null: the caller hung up before the answer. */
  readonly status: number | null;
  /** In microseconds. */
  readonly duration: number;
  /** The user whose token was sent. */
  readonly user: string | null;
  /** The last four characters of that token. */
  readonly token: string | null;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The step that refused it, and why. */
  readonly step: RefusalStep | null;
  readonly reason: string | null;
  /** Name of the fault that was played. */
  readonly fault: string | null;
  /** Journal batches of the changes that it made. */
  readonly batches: readonly number[];
  /** Whether no route has this path. */
  readonly isUnmatched: boolean;
};

/** Names and values in turn, as they came; equal ones of a batch are one object, which goes to the thread once. */
export type RawHeaders = readonly string[];

/** A body as it came; equal ones of a batch are one object as well. */
export type RawBody = { readonly text: string };

/** A request as the recorder hands it over; it may hold secrets and is never stored. */
export type RawRequest = RequestFacts & {
  readonly host: string;
  readonly url: string;
  requestHeaders: RawHeaders;
  responseHeaders: RawHeaders;
  /** null: none, or not to be kept; `requestState` says which. */
  requestBody: RawBody | null;
  requestState: BodyState;
  responseBody: RawBody | null;
  responseState: BodyState;
};

/** A request as the log stores it: without secrets. */
export type RequestRecord = RequestFacts & {
  readonly host: string;
  /** With the query. */
  readonly path: string;
  /** The User-Agent header. */
  readonly client: string;
  readonly requestHeaders: HeaderPairs;
  readonly responseHeaders: HeaderPairs;
  readonly requestBody: KeptBody;
  readonly responseBody: KeptBody;
};

/** A row of the list. */
export type RequestRow = Omit<
  RequestRecord,
  'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody'
> & {
  readonly id: number;
  /** Whether it changed something, also where that can no longer be named: another state of the data was restored. */
  readonly isChanged: boolean;
};

/** A stored request with its headers and bodies. */
export type RequestDetail = RequestRecord & Pick<RequestRow, 'id' | 'isChanged'>;

/** Requests of one client. */
export type ClientGroup = {
  readonly client: string;
  readonly count: number;
  /** How many were answered with 400 or more, or not at all. */
  readonly failed: number;
  readonly lastAt: number;
};

/** How much of each body is kept, in bytes. */
export const MAX_BODY_BYTES = 65_536;
