import { NotFound, Problem } from '../../model/base/problems.ts';
import type { Provider } from '../../model/webhooks/integration.ts';
import type { GetHeader } from '../../model/webhooks/webhook-command.ts';
import { timingSafeEqualText, verifySignature } from '../../vault/verify-signature.ts';

/** An event as it was received. */
export type IncomingWebhook = {
  readonly header: GetHeader;
  /** The signed bytes. */
  readonly bytes: Uint8Array;
  /** Parses the bytes, once the sender is authenticated. */
  readonly data: () => Promise<unknown>;
};

const BAD_SIGNATURE = 'Payload not valid, invalid or missing signature';
const BAD_TOKEN = 'Payload not valid, invalid or missing token';
/** No such project, or none whose secret this is: the answer does not say which. */
export const PROJECT_NOT_FOUND = 'Project not found';

/** The sender of an event did not prove who it is. */
export class UnsignedWebhook extends Problem {
  override readonly name = 'UnsignedWebhook';
}

/** The refusal of an event without a valid secret (behaviour.md 16). */
export function unsignedProblem(provider: Provider): Problem {
  return new UnsignedWebhook(provider === 'gitlab' ? BAD_TOKEN : BAD_SIGNATURE);
}

/** Checks the signature of an event, or GitLab's token, in constant time. @throws Problem for a wrong or missing one */
export function requireSignature(
  provider: Exclude<Provider, 'generic'>,
  secret: string,
  { header, bytes }: Pick<IncomingWebhook, 'header' | 'bytes'>,
): void {
  const isValid =
    provider === 'gitlab'
      ? timingSafeEqualText(header('x-gitlab-token') ?? '', secret)
      : isSigned(provider, secret, bytes, header);
  if (!isValid) throw unsignedProblem(provider);
}

/** Tells whether the body of a generic event has a token, right or wrong. */
export function hasToken(data: unknown): data is { readonly token: unknown } {
  return typeof data === 'object' && data !== null && 'token' in data;
}

/** Checks the token in the body of a generic event, in constant time. @throws NotFound for a wrong or missing one */
export function requireToken(secret: string | null, data: unknown): void {
  const token = hasToken(data) ? data.token : undefined;
  if (secret === null || typeof token !== 'string' || !timingSafeEqualText(token, secret))
    throw new NotFound(PROJECT_NOT_FOUND);
}

/** Checks a signature. GitHub sends two, of which SHA-256 counts; Bitbucket sends SHA-256 under the older name. */
function isSigned(provider: Provider, secret: string, bytes: Uint8Array, header: GetHeader): boolean {
  if (provider === 'bitbucket') return verifySignature('sha256', secret, bytes, header('x-hub-signature'));
  const stronger = header('x-hub-signature-256');
  if (stronger !== undefined) return verifySignature('sha256', secret, bytes, stronger);
  return verifySignature('sha1', secret, bytes, header('x-hub-signature'));
}
