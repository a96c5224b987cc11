import express, { type Express, type RequestHandler } from 'express';
import { htmlPage } from '../browsable/browsable-page.ts';
import { type DispatchContext, dispatch, pathOf } from '../dispatch.ts';
import { CONTENT_SECURITY_POLICY } from '../http/common-headers.ts';
import { discardBody } from '../http/read-body.ts';
import { noteRefusal, recordingOf } from '../requests/request-recording.ts';
import type { Conventions, DialectTable } from './conventions.ts';

/** Mounts the routes of a dialect. Each request tries the paths of its own root only, as they should be written first. */
export function mountTable(app: Express, table: DialectTable, context: DispatchContext): void {
  for (const { root, resources, conventions } of table) {
    const router = express.Router({ strict: true, caseSensitive: true });
    const handlers = resources.map((resource) => ({
      path: resource.path,
      handler: dispatch(resource, conventions, context),
    }));
    for (const { path, handler } of handlers) {
      // Express passes the root itself as "/", with or without its slash, so the two are distinguished here.
      if (path === `${root}/`) app.all(root, withoutSlash(handler, conventions));
      router.all(path.slice(root.length), handler);
    }
    for (const { path, handler } of handlers)
      router.all(path.slice(root.length, -1), withoutSlash(handler, conventions));
    if (conventions.unknownPathsAreHtml) router.use(unknownPath);
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
  const page = Buffer.from(htmlPage('Not found', '', '<h1>Not found</h1><p>No page has this address.</p>'));
  void discardBody(request).then(() => {
    response.writeHead(404, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.length,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : page);
  });
};
