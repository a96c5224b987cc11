import { ServiceFailure } from './service-failure.ts';

const CLOCK =
  'Check the date and time of this computer first: a wrong clock makes good certificates look bad.';

/** Sentences for failures before anything was sent. HOST stands for the host. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no host HOST. Check the address, and that this computer is online.',
  EAI_AGAIN: 'The name HOST could not be resolved. Check that this computer is online, then try again.',
  ECONNREFUSED: 'Nothing answers at HOST. Check the address and the port, and that the service runs.',
  EHOSTUNREACH: 'HOST cannot be reached from here. Check that this computer is online, then try again.',
  ENETUNREACH: 'HOST cannot be reached from here. Check that this computer is online, then try again.',
  UND_ERR_CONNECT_TIMEOUT: 'HOST did not accept a connection in time. Check that this computer is online.',
  EPROTO: 'HOST does not speak https at this address. Check the address and the port.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'HOST does not speak https at this address. Check the address and the port.',
  CERT_HAS_EXPIRED: `The certificate of HOST has expired. Nothing was sent. ${CLOCK}`,
  CERT_NOT_YET_VALID: `The certificate of HOST is not valid yet. Nothing was sent. ${CLOCK}`,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of HOST belongs to another name. Nothing was sent. Check the address.',
};
const PASSES_BY_ITSELF = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE/;

/** Returns what an error of fetch means. The error itself is dropped, since its text may hold a header. */
export function networkFailure(error: unknown, host: string): ServiceFailure {
  const { code, syscall } = causeOf(error);
  const sentence = NOT_SENT[code];
  if (sentence !== undefined) {
    const isTemporary = PASSES_BY_ITSELF.has(code);
    return new ServiceFailure('not-sent', sentence.replace('HOST', host), { isTemporary });
  }
  if (code === 'ETIMEDOUT' && syscall === 'connect')
    return new ServiceFailure('not-sent', `${host} does not answer. Check that this computer is online.`, {
      isTemporary: true,
    });
  if (CERTIFICATE.test(code))
    return new ServiceFailure(
      'not-sent',
      `The certificate of ${host} cannot be trusted (${code}). Nothing was sent. Check the address; on a network that inspects connections, add its certificate to this computer and name it in NODE_EXTRA_CA_CERTS.`,
    );
  return new ServiceFailure(
    'no-answer',
    `The connection to ${host} was cut before the answer was complete. Try again; what was done is kept.`,
  );
}

function causeOf(error: unknown): { readonly code: string; readonly syscall: string } {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const read = (name: string) => {
    const value = cause instanceof Error && name in cause ? Reflect.get(cause, name) : '';
    return typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : '';
  };
  return { code: read('code'), syscall: read('syscall') };
}
