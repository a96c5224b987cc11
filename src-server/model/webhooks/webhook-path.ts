import { PROVIDERS, type Provider } from './integration.ts';

/** Endpoint that received an event: a provider's of the project, or one integration's. */
export type WebhookEndpoint = { readonly project: string } & (
  | { readonly provider: Provider }
  | { readonly integrationId: number }
);

const WEBHOOK_PATH = /^\/api\/v2\/webhook\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/** Returns the endpoints that a path may name, a provider's first: a project may be called like a provider. */
export function webhookEndpoints(path: string): WebhookEndpoint[] {
  const [, first = '', second = ''] = WEBHOOK_PATH.exec(path) ?? [];
  const provider = PROVIDERS.find((each) => each === first);
  return [
    ...(provider ? [{ project: second, provider }] : []),
    ...(/^\d{1,15}$/.test(second) ? [{ project: first, integrationId: Number(second) }] : []),
  ];
}
