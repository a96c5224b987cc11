import { documentationPath } from '../model/projects/documentation-url.ts';
import type { DocsHost } from '../services/hosting/docs-site.ts';
import { encodePath } from './addresses.ts';
import { projectLabel } from './outcome.ts';
import type { RequestPath } from './request-path.ts';

const DOWNLOADS = '/_/downloads/';
const DEFAULT_VERSION = '/page/';

/** Where a path of a subproject's or translation's own host stands on the host of its top project (behaviour.md 14). */
export function canonicalHostUrl(
  { label, project, defaultVersion }: Extract<DocsHost, { kind: 'moved' }>,
  host: string,
  request: RequestPath | undefined,
): string {
  const origin = `http://${label}${host.slice(projectLabel(host).length)}`;
  const { alias } = project;
  const prefix = alias === null ? '' : `/projects/${alias}`;
  const isTranslation = project.id !== project.mainId;
  const root = documentationPath(
    {
      ...{ scheme: 'http', domain: '', alias, language: project.language },
      singleVersion: project.singleVersion && !isTranslation,
    },
    defaultVersion,
  );
  if (!request) return origin + root;
  const { raw, path, query } = request;
  if (path === '/') return origin + root + query;
  if (path === '/robots.txt' || path === '/sitemap.xml') return origin + path;
  if (path.startsWith(DEFAULT_VERSION)) {
    return origin + root + encodePath(path.slice(DEFAULT_VERSION.length).replace(/^\/+/, '')) + query;
  }
  if (path.startsWith(DOWNLOADS) && alias !== null) {
    return `${origin}${DOWNLOADS}${alias}/${raw.slice(DOWNLOADS.length)}${query}`;
  }
  return origin + prefix + raw + query;
}
