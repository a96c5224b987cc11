import type { ServerResponse } from 'node:http';
import send from 'send';
import type { PageFile } from './page-files.ts';

/** Every path is our own and checked already, so nothing is resolved, and no index looked for, any more. */
const OPTIONS = { cacheControl: false, dotfiles: 'allow', index: false } as const;
const WITHOUT_RANGES = { ...OPTIONS, acceptRanges: false };

/**
 * Sends a file, or says that the reader has it already, or a part of it (RFC 9110, 13 and 14). The ETag names the
 * build, so that a new build's page is another one even where its size and time are the same. `gone` is called,
 * before anything is written, when there is no such file any more. A status other than 200 sends the file whole.
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
      // Half an answer cannot be taken back; its reader has to see that it is not whole.
      if (response.headersSent) return void response.destroy(error);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'last-modified']) {
        response.removeHeader(name);
      }
      if (status !== 200 || (error.status !== 412 && error.status !== 416)) return onMissing();
      response.writeHead(error.status, { ...error.headers, 'content-length': 0 }).end();
    })
    .pipe(response);
}
