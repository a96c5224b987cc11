import type { ServerResponse } from 'node:http';
import send from 'send';
import type { PageFile } from './page-files.ts';

/** Paths are checked already, so `send` resolves nothing and looks for no index. */
const OPTIONS = { cacheControl: false, dotfiles: 'allow', index: false } as const;
const WITHOUT_RANGES = { ...OPTIONS, acceptRanges: false };

/**
 * Sends a file, a part of it, or 304 (RFC 9110, 13 and 14). The ETag names the build, so that it differs between builds
 * of the same size and time. Calls `onMissing`, before it writes anything, when the file is gone. A status other than
 * 200 sends the file whole.
 */
export function sendPage(
  response: ServerResponse,
  file: PageFile,
  status: number,
  onMissing: () => void,
): void {
  response.statusCode = status;
  send(response.req, file.encodedPath, status === 200 ? OPTIONS : WITHOUT_RANGES)
    .on('headers', (_: ServerResponse, _path: string, stat: { size: number; mtimeMs: number }) => {
      const time = Math.floor(stat.mtimeMs).toString(16);
      response.setHeader('etag', `"${file.build.toString(36)}-${stat.size.toString(16)}-${time}"`);
    })
    .on('directory', onMissing)
    .on('error', (error: Error & { status?: number; headers?: Record<string, string> }) => {
      // An answer that has started is cut off, so that the reader sees that it is incomplete.
      if (response.headersSent) return void response.destroy(error);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'last-modified']) {
        response.removeHeader(name);
      }
      if (status !== 200 || (error.status !== 412 && error.status !== 416)) return onMissing();
      response.writeHead(error.status, { ...error.headers, 'content-length': 0 }).end();
    })
    .pipe(response);
}
