import { readFile, type Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import send, { type SendStream } from 'send';
import type { PageFile } from './page-files.ts';
import { type Addition, addTo } from './page-head.ts';

/** Paths are checked already, so `send` resolves nothing and looks for no index. */
const OPTIONS = { cacheControl: false, dotfiles: 'allow', index: false } as const;
const WITHOUT_RANGES = { ...OPTIONS, acceptRanges: false };

type SentPage = {
  readonly file: PageFile;
  readonly status: number;
  /** What the reader gets in addition to the file. */
  readonly addition: Addition | undefined;
};

/**
 * Sends a file, a part of it, or 304 (RFC 9110, 13 and 14). The ETag names the build, so that it differs between builds
 * of the same size and time, and the size that is sent, so that it differs with an addition. Calls `onMissing`, before it
 * writes anything, when the file is gone. A status other than 200 sends the file whole.
 */
export function sendPage(
  response: ServerResponse,
  { file, status, addition }: SentPage,
  onMissing: () => void,
): void {
  response.statusCode = status;
  const stream = send(response.req, file.encodedPath, status === 200 ? OPTIONS : WITHOUT_RANGES);
  if (addition) sendAddition(stream, response, addition);
  stream
    .on('headers', (_: ServerResponse, _path: string, stat: { size: number; mtimeMs: number }) => {
      const time = Math.floor(stat.mtimeMs).toString(16);
      response.setHeader('etag', `"${file.build.toString(36)}-${stat.size.toString(16)}-${time}"`);
    })
    .on('directory', onMissing)
    .on('error', (error: Error & { status?: number; headers?: Record<string, string> }) => {
      // An answer that has started is cut off, so that the reader sees that it is incomplete.
      if (response.headersSent) return void response.destroy(error);
      for (const name of [
        'content-type',
        'content-length',
        'content-disposition',
        'content-range',
        'etag',
        'last-modified',
      ]) {
        response.removeHeader(name);
      }
      if (status !== 200 || (error.status !== 412 && error.status !== 416)) return onMissing();
      response.writeHead(error.status, { ...error.headers, 'content-length': 0 }).end();
    })
    .pipe(response);
}

/** Lets the stream answer for the file with the addition: its size counts for all headers, its bytes for all ranges. */
function sendAddition(stream: SendStream, response: ServerResponse, addition: Addition): void {
  stream.on('file', (_path: string, stat: Stats) => {
    stat.size += addition.text.length;
  });
  stream.stream = (path, { start, end }: { start: number; end: number }) => {
    readFile(path, (error, page) => {
      if (error) stream.emit('error', error);
      else response.end(addTo(page, addition).subarray(start, end + 1));
    });
  };
}
