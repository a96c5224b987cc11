import express, { type Express, type Request, type RequestHandler } from 'express';
import { sendPage } from '../browsable/failure-page.ts';
import { type DispatchContext, dispatch, pathOf } from '../dispatch.ts';
import { CONTENT_TYPES } from '../http/common-headers.ts';
import { discardBody } from '../http/read-body.ts';
import { sendText } from '../http/send-json.ts';
import { noteRefusal, recordingOf } from '../requests/request-recording.ts';
import type { Conventions, DialectTable } from './conventions.ts';

/** Mounts the routes of a dialect. Each request tries the paths of its own root only, as they should be written first. */
export function mountTable(app: Express, table: DialectTable, context: DispatchContext): void {
  for (const { root, resources, conventions } of table) {
    const checked = conventions.refusesNullBytes ? withoutNullBytes : unchanged;
    const router = express.Router({ strict: true, caseSensitive: true });
    const handlers = resources.map((resource) => ({
      path: resource.path,
      handler: checked(dispatch(resource, conventions, context)),
    }));
    for (const { path, handler } of handlers) {
      // Express passes the root itself as "/", with or without its slash, so the two are distinguished here.
      if (path === `${root}/`) app.all(root, withoutSlash(handler, conventions));
      router.all(path.slice(root.length), handler);
    }
    for (const { path, handler } of handlers)
      router.all(path.slice(root.length, -1), withoutSlash(handler, conventions));
    if (conventions.failuresArePages) router.use(checked(unknownPath));
    app.use(root, router);
  }
}

/** Redirects a read without the final slash, and a write where the dialect does; else serves the write as if it had one. */
function withoutSlash(handler: RequestHandler, { redirectsWrites }: Conventions): RequestHandler {
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !redirectsWrites) return handler(request, response, next);
    const path = pathOf(request);
    const query = request.originalUrl.slice(path.length);
    void discardBody(request).then(() =>
      response.writeHead(301, { location: `${path}/${query}`, 'content-length': 0 }).end(),
    );
  };
}

/** Answers an address that no route has with a page, as today's service does (live-service.md 1). */
const unknownPath: RequestHandler = (request, response) => {
  const recording = recordingOf(request);
  if (recording) recording.isUnmatched = true;
  noteRefusal(request, 'lookup', 'No route has this path.');
  void discardBody(request).then(() => sendPage(response, 404));
};

const unchanged = (handler: RequestHandler): RequestHandler => handler;

const NULL_BYTE = 'A value in the query has a null byte. Send the request without it.';

/** Refuses a null byte in a query before anything else (live-service.md 1), else hands over to a handler. */
function withoutNullBytes(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!hasNullByte(request)) return handler(request, response, next);
    noteRefusal(request, 'validation', NULL_BYTE);
    void discardBody(request).then(() => sendText(response, 400, NULL_BYTE, CONTENT_TYPES.text));
  };
}

/** Returns whether a value of the query has one; of a value given twice the last counts. */
function hasNullByte(request: Request): boolean {
  // Most requests have none, and need not be parsed for it.
  if (!request.originalUrl.includes('%00')) return false;
  const query = new URLSearchParams(request.originalUrl.slice(pathOf(request).length));
  return [...new Map(query).values()].some((value) => value.includes('\0'));
}
