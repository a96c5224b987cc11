import { systemClock } from '../../model/base/timestamp.ts';
import { type DeliveryEvent, displayOrigin } from '../../model/webhooks/build-webhook.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { WebhookNotification } from '../../services/webhooks/build-webhooks.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { deliverWebhook } from './deliver-webhook.ts';

type Options = {
  readonly services: Pick<Services, 'changes' | 'buildWebhooks'>;
  /** Takes lines for people, never a secret. */
  readonly log: (line: string) => void;
};

/** Sends webhooks for builds until it is closed. */
export type BuildWebhookSender = {
  /** Resolves when no delivery is pending. */
  readonly settled: () => Promise<void>;
  /** Drops pending deliveries, so that quitting waits for no answer. */
  readonly close: () => Promise<void>;
};

const runner = systemActor('runner');
/** How many messages may wait for one slow address; beyond that the oldest are dropped. */
const MAX_WAITING = 200;

type PendingNotification = WebhookNotification & { readonly event: DeliveryEvent };

/**
 * Sends a project's webhooks when its builds are triggered and when they finish (behaviour.md 16). Messages to one
 * address are sent one after the other in order; addresses do not wait for each other.
 */
export function sendBuildWebhooks({ services, log }: Options): BuildWebhookSender {
  const queues = new Map<string, { readonly waiting: PendingNotification[]; readonly done: Promise<void> }>();
  const stopping = new AbortController();

  function onEvent({ action, subjectId }: JournalEntry): void {
    if (subjectId === null || (action !== 'build.trigger' && action !== 'build.finish')) return;
    const event = action === 'build.trigger' ? 'triggered' : 'finished';
    for (const notification of services.buildWebhooks.notifications(runner, subjectId)) {
      enqueue({ ...notification, event });
    }
  }

  function enqueue(next: PendingNotification): void {
    const { url } = next.webhook;
    const known = queues.get(url);
    if (!known) {
      const waiting = [next];
      queues.set(url, { waiting, done: sendAll(url, waiting) });
      return;
    }
    known.waiting.push(next);
    if (known.waiting.length <= MAX_WAITING) return;
    known.waiting.shift();
    log(`The webhook at ${displayOrigin(url)} is too slow: a message to it was dropped.`);
  }

  async function sendAll(url: string, waiting: PendingNotification[]): Promise<void> {
    // Listeners run inside the commit; the caller is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = waiting.shift(); next && !stopping.signal.aborted; next = waiting.shift()) {
      await send(next).catch((error: unknown) => {
        if (!stopping.signal.aborted) log(`The webhook at ${displayOrigin(url)} failed: ${describe(error)}`);
      });
    }
    queues.delete(url);
  }

  async function send({ webhook, payload, event }: PendingNotification): Promise<void> {
    const { status, problem } = await deliverWebhook(webhook.url, payload, stopping.signal);
    if (problem !== null)
      log(
        `The webhook at ${displayOrigin(webhook.url)} was not notified of build ${payload.build.id}: ${problem}`,
      );
    services.buildWebhooks.recordDelivery(runner, webhook.id, { at: systemClock(), event, status, problem });
  }

  const settled = async () => {
    while (queues.size > 0) await Promise.all([...queues.values()].map(({ done }) => done));
  };
  const unsubscribe = services.changes.subscribe(onEvent);
  return {
    settled,
    close() {
      unsubscribe();
      stopping.abort();
      return settled();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
