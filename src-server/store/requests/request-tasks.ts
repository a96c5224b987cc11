import type { RequestFilter } from '../../model/requests/request-filter.ts';
import type {
  ClientGroup,
  RawRequest,
  RequestDetail,
  RequestRow,
} from '../../model/requests/request-record.ts';
import type { HarPart, HarQuery, PageQuery, RequestPage, SinceQuery } from './request-reader.ts';
import type { RequestLimits } from './request-writer.ts';

/** What the thread of the log does, by name. */
export type RequestTasks = {
  readonly write: {
    readonly input: {
      readonly requests: readonly RawRequest[];
      readonly dropped: number;
      readonly limits: RequestLimits;
    };
    /** The id of the last one. */
    readonly output: number;
  };
  readonly page: { readonly input: PageQuery; readonly output: RequestPage };
  readonly since: { readonly input: SinceQuery; readonly output: RequestRow[] };
  readonly groups: { readonly input: RequestFilter; readonly output: ClientGroup[] };
  readonly get: { readonly input: number; readonly output: RequestDetail | undefined };
  readonly har: { readonly input: HarQuery; readonly output: HarPart };
  readonly lastId: { readonly input: null; readonly output: number };
  readonly clear: { readonly input: null; readonly output: undefined };
};

/** A task on its way to the thread. */
export type RequestTask = {
  readonly [Name in keyof RequestTasks]: {
    readonly id: number;
    readonly name: Name;
    readonly input: RequestTasks[Name]['input'];
  };
}[keyof RequestTasks];

/** What the thread sends back. */
export type RequestReply =
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly output: RequestTasks[keyof RequestTasks]['output'];
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'log'; readonly line: string };

/** The file that the thread owns. */
export type RequestWorkerData = { readonly file: string };
