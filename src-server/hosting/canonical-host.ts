import { documentationPath } from '../model/projects/documentation-url.ts';
import type { DocsHost } from '../services/hosting/docs-site.ts';
import { encodePath } from './addresses.ts';
import { DEFAULT_VERSION, projectLabel, type RequestPath } from './parse-request.ts';

/** Path of downloads on a host: `/_/downloads/[ALIAS/]LANGUAGE/VERSION/FORMAT/`. */
export const DOWNLOADS = '/_/downloads/';

/** Gives the URL, on the host of its top project, of a path on a subproject's or translation's own host (behaviour.md 14). */
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
      omitsLanguage: project.omitsLanguage,
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
