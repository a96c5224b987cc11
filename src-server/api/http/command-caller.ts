import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** Returns why a caller is no command of this computer, whatever it knows: a web page, or another computer. */
export function commandRefusal({ headers, socket }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return 'Web pages cannot do this.';
  return LOOPBACK.test(socket.remoteAddress ?? '') ? undefined : 'This is for commands on the same computer.';
}
