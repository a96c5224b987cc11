import { systemClock } from '../../model/base/timestamp.ts';
import { type DeliveryEvent, hostOf } from '../../model/webhooks/build-webhook.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { Announcement } from '../../services/webhooks/build-webhooks.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { deliverWebhook } from './deliver-webhook.ts';

type Options = {
  readonly services: Pick<Services, 'changes' | 'buildWebhooks'>;
  /** Takes lines for people, never a secret. */
  readonly log: (line: string) => void;
};

/** Tells of builds while it stands. */
export type Announcing = {
  /** Resolves when nothing is under way any more. */
  readonly settled: () => Promise<void>;
  /** Gives up what has not been sent yet: quitting waits for nobody's answer. */
  readonly close: () => Promise<void>;
};

const runner = systemActor('runner');
/** What may wait for one slow address; beyond that the oldest are left out. */
const MOST_WAITING = 200;

type Waiting = Announcement & { readonly event: DeliveryEvent };

/**
 * Tells a project's webhooks of its builds when they are triggered and when they end (behaviour.md 16). Messages to one
 * address go one after the other, in the order of what they tell; addresses do not wait for each other.
 */
export function startAnnouncing({ services, log }: Options): Announcing {
  const lines = new Map<string, { readonly waiting: Waiting[]; readonly done: Promise<void> }>();
  const closing = new AbortController();

  function hear({ action, subjectId }: JournalEntry): void {
    if (subjectId === null || (action !== 'build.trigger' && action !== 'build.finish')) return;
    const event = action === 'build.trigger' ? 'triggered' : 'finished';
    for (const announcement of services.buildWebhooks.announcements(runner, subjectId)) {
      line({ ...announcement, event });
    }
  }

  function line(next: Waiting): void {
    const { url } = next.webhook;
    const known = lines.get(url);
    if (!known) {
      const waiting = [next];
      lines.set(url, { waiting, done: sendAll(url, waiting) });
      return;
    }
    known.waiting.push(next);
    if (known.waiting.length <= MOST_WAITING) return;
    known.waiting.shift();
    log(`The webhook at ${hostOf(url)} is too slow: a message to it was left out.`);
  }

  async function sendAll(url: string, waiting: Waiting[]): Promise<void> {
    // Whoever made the change is answered before anything is sent.
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = waiting.shift(); next && !closing.signal.aborted; next = waiting.shift()) {
      await send(next).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`The webhook at ${hostOf(url)} failed: ${describe(error)}`);
      });
    }
    lines.delete(url);
  }

  async function send({ webhook, message, event }: Waiting): Promise<void> {
    const { status, problem } = await deliverWebhook(webhook.url, message, closing.signal);
    if (problem !== null)
      log(`The webhook at ${hostOf(webhook.url)} was not told of build ${message.build.id}: ${problem}`);
    services.buildWebhooks.note(runner, webhook.id, { at: systemClock(), event, status, problem });
  }

  const settled = async () => {
    while (lines.size > 0) await Promise.all([...lines.values()].map(({ done }) => done));
  };
  const deafen = services.changes.subscribe(hear);
  return {
    settled,
    close() {
      deafen();
      closing.abort();
      return settled();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
