import { NotFound } from '../../model/base/problems.ts';
import {
  ADMISSION_LIMITS,
  type Admission,
  type AdmissionOptions,
  createAdmission,
} from '../../model/requests/admission.ts';
import type { RequestFilter } from '../../model/requests/request-filter.ts';
import type { RawRequest, RequestDetail, RequestRow } from '../../model/requests/request-record.ts';
import { readSettings } from '../../model/settings/settings.ts';
import type { HarPart, HarQuery, PageQuery, SinceQuery } from '../../store/requests/request-reader.ts';
import type { RequestThread } from '../../store/requests/request-thread.ts';
import type { RequestLimits } from '../../store/requests/request-writer.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { lastRestore } from '../snapshots/last-restore.ts';
import { createRequestBuffer, type RequestBuffer } from './request-buffer.ts';

/** What the log of requests needs. */
export type RequestLogOptions = AdmissionOptions & {
  /** Owns the file; undefined: nothing is ever logged. */
  readonly thread: RequestThread | undefined;
  readonly log: (line: string) => void;
};

/** How many requests a caller waits for, and how long at most. */
export type Wait = { readonly count: number; readonly milliseconds: number; readonly signal?: AbortSignal };

const MEGABYTE = 1_000_000;
const NO_THREAD: Pick<RequestThread, 'run' | 'close'> = {
  run: () => Promise.reject(new Error('Requests are not logged by this process.')),
  close: async () => {},
};

/**
 * The log of requests (training.md): takes what the entry points recorded, and answers about it. Reads wait until what was
 * answered before them is written. All of it is for the operator alone, since it shows what every user did.
 */
export function createRequests(
  context: Pick<ServiceContext, 'store' | 'access' | 'changes'>,
  options: RequestLogOptions,
) {
  const { store, access, changes } = context;
  const thread = options.thread ?? NO_THREAD;
  const admit = createAdmission(options.now ?? (() => performance.now()), options.limits ?? ADMISSION_LIMITS);
  let limits: RequestLimits = { rows: 0, bytes: 0 };
  let isOn = false;
  const buffer = createRequestBuffer(thread, () => limits, options.log);

  function readLimits(): void {
    const { logRequests, keepRequests, keepRequestsMegabytes } = readSettings(store.settings.all());
    isOn = options.thread !== undefined && logRequests;
    limits = { rows: keepRequests, bytes: keepRequestsMegabytes * MEGABYTE };
  }
  readLimits();
  changes.subscribe(({ action }) => {
    if (action === 'settings.update') readLimits();
  });

  /** Checks the caller, and writes what is pending. @throws Forbidden unless asked at this machine */
  async function prepare(actor: Actor): Promise<void> {
    access.requireOperator(actor);
    await buffer.flush();
  }

  async function list(actor: Actor, query: SinceQuery): Promise<RequestRow[]> {
    await prepare(actor);
    return (await thread.run('since', query)).map(withoutOldLinks);
  }

  /**
   * Takes out links to changes of a state that a restore has replaced, so that no request is linked to a change that it
   * did not make. Compared at each read, since a crash may follow a restore at once.
   */
  function withoutOldLinks<T extends Pick<RequestRow, 'batches'>>(row: T): T {
    const restored = lastRestore(store);
    return row.batches.every((batch) => batch > restored) ? row : { ...row, batches: [] };
  }

  return {
    /** How an entry point records requests. */
    recorder: {
      /** Whether requests are logged at all; asked first, so that a log that is off costs nothing. */
      isOn: (): boolean => isOn,
      /** Says how much of the request that comes now is logged; counts one that is dropped. */
      admit(): Admission {
        const admission = admit();
        if (admission === 'dropped') buffer.drop();
        return admission;
      },
      add: (request: RawRequest): void => buffer.add(request),
    },

    /** Whether requests are logged. */
    isOn: (): boolean => isOn,

    /** Returns a part of the list, newest first. @throws Forbidden */
    async page(actor: Actor, query: PageQuery) {
      await prepare(actor);
      const page = await thread.run('page', query);
      return { ...page, rows: page.rows.map(withoutOldLinks) };
    },

    /** Returns requests after an id, or without one the last there are; oldest first. @throws Forbidden */
    list,

    /** Waits until so many requests match, or the time is over; returns those there are then. @throws Forbidden */
    async waitFor(
      actor: Actor,
      query: SinceQuery,
      { count, milliseconds, signal }: Wait,
    ): Promise<RequestRow[]> {
      const deadline = performance.now() + milliseconds;
      for (;;) {
        const next = nextBatch(buffer.onWritten, deadline - performance.now(), signal);
        const found = await list(actor, { ...query, limit: Math.max(query.limit, count) });
        if (found.length >= count || performance.now() >= deadline || signal?.aborted) {
          next.cancel();
          return query.since === undefined ? found.slice(-query.limit) : found.slice(0, query.limit);
        }
        await next.written;
      }
    },

    /** Counts requests by client. @throws Forbidden */
    async groups(actor: Actor, filter: RequestFilter) {
      await prepare(actor);
      return thread.run('groups', filter);
    },

    /** Returns one request with its headers and bodies. @throws NotFound @throws Forbidden */
    async get(actor: Actor, id: number): Promise<RequestDetail> {
      await prepare(actor);
      const found = await thread.run('get', id);
      if (!found) throw new NotFound(`Request ${id} is no longer in the log.`);
      return withoutOldLinks(found);
    },

    /** Returns a part of an archive of all that match, oldest first, so that it is never in memory as a whole. @throws Forbidden */
    async har(actor: Actor, query: HarQuery): Promise<HarPart> {
      await prepare(actor);
      return thread.run('har', query);
    },

    /** Returns the id of the last request, 0 when there is none. @throws Forbidden */
    async lastId(actor: Actor): Promise<number> {
      await prepare(actor);
      return thread.run('lastId', null);
    },

    /** Removes every request from the log and from its file. @throws Forbidden */
    async clear(actor: Actor): Promise<void> {
      access.requireOperator(actor);
      buffer.discard();
      await thread.run('clear', null);
    },

    /** Takes notice that another state of the data was restored: settings may differ. */
    afterRestore: readLimits,

    /** Calls `listener` with the newest id after each written batch. Returns the function that unsubscribes. */
    onWritten: buffer.onWritten,

    /** Writes what is pending and ends the thread. */
    async close(): Promise<void> {
      isOn = false;
      await buffer.flush();
      await thread.close();
    },
  };
}

/** Resolves with the next written batch, when the time is over, or when nobody waits any more. */
function nextBatch(
  onWritten: RequestBuffer['onWritten'],
  milliseconds: number,
  signal: AbortSignal | undefined,
): { readonly written: Promise<void>; readonly cancel: () => void } {
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(cancel, Math.max(0, milliseconds));
  const unsubscribe = onWritten(cancel);
  function cancel(): void {
    clearTimeout(timer);
    unsubscribe();
    signal?.removeEventListener('abort', cancel);
    resolve();
  }
  signal?.addEventListener('abort', cancel, { once: true });
  return { written, cancel };
}

export type RequestsService = ReturnType<typeof createRequests>;
export type RequestRecorder = RequestsService['recorder'];
