import type { Provider } from '../../model/webhooks/integration.ts';
import { webhookSignature } from '../../vault/verify-signature.ts';

/** An event as it is sent. */
export type OutgoingEvent = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Adds what proves its sender to an event, as the provider would with this secret. */
export function signWebhook(provider: Provider, secret: string, event: OutgoingEvent): OutgoingEvent {
  const { headers, body } = event;
  const signature = () => webhookSignature('sha256', secret, Buffer.from(body));
  switch (provider) {
    case 'github':
      return { body, headers: { ...headers, 'x-hub-signature-256': signature() } };
    case 'bitbucket':
      return { body, headers: { ...headers, 'x-hub-signature': signature() } };
    case 'gitlab':
      return { body, headers: { ...headers, 'x-gitlab-token': secret } };
    case 'generic':
      return { headers, body: withToken(secret, event) };
  }
}

/** Puts the token into the body, a form or JSON; a body that is neither stays as it is. */
function withToken(token: string, { headers, body }: OutgoingEvent): string {
  if ((headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    const form = new URLSearchParams(body);
    form.set('token', token);
    return form.toString();
  }
  try {
    const data: unknown = JSON.parse(body === '' ? '{}' : body);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? JSON.stringify({ ...data, token })
      : body;
  } catch {
    return body;
  }
}
