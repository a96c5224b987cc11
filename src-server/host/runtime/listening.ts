import type { Server } from 'node:http';
import { isIPv4 } from 'node:net';

/** How long running requests may take at the end. */
const GRACE_MS = 2_000;
const IDLE_CHECK_MS = 50;

/** Listens, and returns the port. @throws NodeJS.ErrnoException EADDRINUSE when it is taken */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Accepts no more connections, completes running requests, and closes what is left after a while (safety R12). Otherwise a
 * busy client's connection would never be idle, and be closed in the middle of a request.
 */
export function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    server.close(() => {
      clearTimeout(forceClose);
      clearInterval(closeIdle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Returns the host names of a server: the name of its interface; none for all interfaces, where they must be given. */
export function ownHostNames(host: string): string[] {
  return host === '0.0.0.0' || host === '::' ? [] : [urlHost(host)];
}

/** Returns the host for a URL: a server on every interface is reached on loopback. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Answers whether only this machine can reach a server on this interface (safety S1). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Returns whether an address is that of a server on this computer which listens on one of these ports. */
export function isOwnAddress({ protocol, hostname, port }: URL, ports: ReadonlySet<number>): boolean {
  const isHere = hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'http:' && isHere && ports.has(Number(port || 80));
}
