import type { z } from 'zod';
import { nested, text } from '../base/fields.ts';
import { formatTimestampSeconds, type Timestamp } from '../base/timestamp.ts';
import { isWebUrl } from '../base/web-url.ts';
import type { Build, BuildState } from '../builds/build.ts';
import { buildOutcome } from '../builds/build-outcome.ts';

/** Event that a delivery is about. */
export type DeliveryEvent = 'triggered' | 'finished' | 'test';

/** The result of sending one message. */
export type Delivery = {
  readonly at: Timestamp;
  readonly event: DeliveryEvent;
  /** The answer's status; null when there was none. */
  readonly status: number | null;
  /** Why it did not arrive, in words; null when it did. */
  readonly problem: string | null;
};

/** A URL that receives messages about a project's builds (behaviour.md 16). */
export type BuildWebhook = {
  readonly id: number;
  readonly projectId: number;
  readonly url: string;
  readonly created: Timestamp;
  /** The last message to it; null before the first. */
  readonly last: Delivery | null;
};

/** The body of every message (behaviour.md 16). */
export type BuildWebhookPayload = {
  readonly name: string;
  readonly slug: string;
  readonly build: {
    readonly id: number;
    readonly commit: string | null;
    /** `cancelled` also for a skipped build, whose `success` is false as in the live service. */
    readonly state: BuildState | 'cancelled';
    readonly success: boolean | null;
    /** In UTC. */
    readonly date: string;
  };
};

type PayloadBuild = Pick<Build, 'id' | 'commit' | 'state' | 'success' | 'error' | 'created'>;

/** On `url`: it is neither http nor https. */
export const NOT_HTTP = 'Enter a URL that begins with http:// or https://.';
/** On `url`: the project has this webhook already. */
export const WEBHOOK_TAKEN = 'This project already has a webhook for that URL.';

/** Body that adds one. */
export const BuildWebhookBody = nested({
  url: text({
    max: 600,
    format: 'uri',
    check: (url) => (/^https?:/i.test(url) && isWebUrl(url) ? undefined : NOT_HTTP),
  }),
});
export type BuildWebhookBody = z.infer<typeof BuildWebhookBody>;

/** Makes the message about a build. */
export function buildWebhookPayload(
  project: { readonly name: string; readonly slug: string },
  build: PayloadBuild,
): BuildWebhookPayload {
  const { name, slug } = project;
  const { id, commit, success, created } = build;
  const state = buildOutcome(build) === 'cancelled' ? 'cancelled' : build.state;
  return { name, slug, build: { id, commit, state, success, date: formatTimestampSeconds(created) } };
}

/** Shortens a URL for logs and the journal, since its path and query may hold a secret. */
export function displayOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an invalid URL';
}
