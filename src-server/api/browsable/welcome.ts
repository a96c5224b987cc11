import type { RequestHandler } from 'express';
import type { Dialect } from '../../model/base/dialect.ts';
import { sortedJson } from '../../model/base/text/sorted-json.ts';
import { CONTENT_SECURITY_POLICY, CONTENT_TYPES, mergeVary } from '../http/common-headers.ts';
import { type Format, negotiate } from '../http/formats/negotiate.ts';
import { htmlPage } from './browsable-page.ts';

const TOKEN = '<code>Authorization: Token &lt;key&gt;</code>';
/** What the page says of v3, and the path of v2 that it leads to: the one where a dialect's v2 begins to read. */
const PLACES: Readonly<Record<Dialect, { readonly v3: string; readonly v2: string }>> = {
  '2020': { v3: `Below its root every request carries ${TOKEN}.`, v2: '/api/v2/project/' },
  current: { v3: `What is public needs no token; the rest carries ${TOKEN}.`, v2: '/api/v2/' },
};

/** Serves the page at `/`, which tells where the API is. */
export function welcome(version: string, dialect: Dialect): RequestHandler {
  const { v3, v2 } = PLACES[dialect];
  const json = sortedJson({ api: '/api/v3/', name: 'Lectern', openapi: '/api/openapi.json', version });
  const html = htmlPage(
    'Documentation host',
    version,
    `<h1>Lectern is running</h1>
<p>This is a documentation host on this computer. Point a client at this address and give it a token.</p>
<table><tr><th>Where</th><th>What</th></tr>
<tr><td><a href="/api/v3/">/api/v3/</a></td><td>The API. ${v3}</td></tr>
<tr><td><a href="${v2}">${v2}</a></td><td>The older, read-only API. No token.</td></tr>
<tr><td><a href="/api/openapi.json">/api/openapi.json</a></td><td>Both, described for machines (OpenAPI 3.1).</td></tr></table>`,
  );
  return (request, response) => {
    let format: Format = 'json';
    try {
      format = negotiate(request.headers.accept, new URLSearchParams(), ['json', 'html']);
    } catch {
      // A caller that accepts neither gets JSON.
    }
    const body = format === 'html' ? html : json;
    const headers = {
      'content-type': CONTENT_TYPES[format],
      'content-length': Buffer.byteLength(body),
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    };
    response.writeHead(200, mergeVary(response, headers));
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
