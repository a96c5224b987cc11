import type { Resource } from '../../api/route.ts';
import { Unavailable } from '../../model/base/problems.ts';
import type { ApiPath } from '../../model/requests/api-path.ts';
import type { SendRequest } from '../../model/requests/replay.ts';

/** Sends requests to this server, with the host that they name. */
export function sendRequestTo(url: () => string | undefined): SendRequest {
  return async ({ method, path, host, headers, body }) => {
    const address = url();
    if (address === undefined) throw new Unavailable('The server is not running.');
    const { hostname, port } = new URL(address);
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port,
          method,
          path,
          headers: { ...headers, host, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  };
}

/** Lists the paths of the API with what their methods do. */
export function apiPathsOf(resources: readonly Resource[]): readonly ApiPath[] {
  return resources.map(({ path, routes }) => ({
    path,
    methods: Object.fromEntries(routes.map(({ method, summary }) => [method, summary])),
  }));
}
