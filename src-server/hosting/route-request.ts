import { DOWNLOAD_FORMATS, type DownloadFormat, type Version } from '../model/versions/version.ts';
import { encodeLocation, encodePath, isRedirectLoop } from './addresses.ts';
import { canonicalHostUrl, DOWNLOADS } from './canonical-host.ts';
import { apiOfPath } from './host-api.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { ADDONS_SCRIPT_PATH } from './menus/addons-script.ts';
import { type HostingContext, type Outcome, systemRedirect } from './outcome.ts';
import type { PageFile } from './pages/page-files.ts';
import {
  DEFAULT_VERSION,
  type DocsRequest,
  findFamily,
  missingPage,
  type ParsedPath,
  type ParsedRequest,
  parseRequest,
  projectInLanguage,
  type RequestPath,
  rootPath,
  type ServingHost,
} from './parse-request.ts';

const EXTENSIONS: Readonly<Record<DownloadFormat, string>> = { epub: 'epub', htmlzip: 'zip', pdf: 'pdf' };

/** Answers a request by the rules of behaviour.md 14 and, where no page answers, the project's redirects (12). */
export function routeRequest(context: HostingContext, parsed: ParsedRequest): Outcome {
  return withoutLoop(context, parsed, findOutcome(context, parsed));
}

/**
 * Replaces a redirect of the project that would send the reader in a circle: a forced one by what answers without it,
 * any other by the 404 page.
 */
export function withoutLoop(context: HostingContext, parsed: ParsedRequest, outcome: Outcome): Outcome {
  if (outcome.kind !== 'redirect' || outcome.by === 'system') return outcome;
  const isLoop = isRedirectLoop(parsed.request, outcome.target, (next) => {
    const nextOutcome = findOutcome(context, parseRequest(context.sites, next));
    return nextOutcome.kind === 'redirect' ? nextOutcome.target : undefined;
  });
  if (!isLoop) return outcome;
  if (outcome.forced) return withoutLoop(context, parsed, findOutcome(context, parsed, false));
  return { kind: 'missing', host: outcome.host, parsedPath: outcome.parsedPath };
}

/** Does the same as `routeRequest`, but follows redirects of the project into circles. */
export function findOutcome(context: HostingContext, parsed: ParsedRequest, triesForced = true): Outcome {
  const { request, host, path, parsedPath } = parsed;
  if (!host) return { kind: 'no-project' };
  if (host.kind === 'moved') return systemRedirect('moved', canonicalHostUrl(host, request.host, path));
  if (!path || !parsedPath) return { kind: 'missing', host, parsedPath: null };
  // Only the path changes: it begins with one slash, so it names no other host.
  if (path.raw.includes('//'))
    return systemRedirect('slashes', path.raw.replaceAll(/\/{2,}/g, '/') + path.query);
  const hostFile = hostFileOutcome(context, host, path.path);
  if (hostFile) return hostFile;

  const { file, language, versionSlug } = parsedPath;
  const { query } = path;
  // `/` and `/projects/ALIAS` name a project and no page of it.
  const isRoot =
    language === null &&
    versionSlug === null &&
    (file === '' || (file === '/' && !parsedPath.project.singleVersion));
  if (isRoot) return systemRedirect('root', rootPath(parsedPath) + query);
  const version = findRequestedVersion(context.sites, host, parsedPath);
  const place = { request, host, path, parsedPath, version };
  const forced = triesForced && isForcedTried(place) ? userRedirect(context, place, true) : undefined;
  if (forced) return forced;
  const page = version && context.files.page(version, file.endsWith('/') ? `${file}index.html` : file);
  if (page) return { kind: 'file', file: page };
  const folder = version && folderRedirect(context, version, file, path);
  if (folder) return folder;
  if (language === null && file.startsWith(DEFAULT_VERSION)) {
    const pagePath = encodePath(file.slice(DEFAULT_VERSION.length).replace(/^\/+/, ''));
    return systemRedirect('page', rootPath(parsedPath) + pagePath + query);
  }
  const redirect = userRedirect(context, place, false);
  if (redirect) return redirect;
  // A language alone comes last, so that a redirect of the project comes first.
  if (language !== null && versionSlug === null && file === '')
    return systemRedirect('language', rootPath(parsedPath) + query);
  return { kind: 'missing', host, parsedPath };
}

/** A request at which redirects are tried. */
export type RedirectPlace = {
  readonly request: DocsRequest;
  readonly host: ServingHost;
  readonly path: RequestPath;
  readonly parsedPath: ParsedPath;
  readonly version: Version | undefined;
};

/**
 * Whether forced redirects are tried before the page: at a path in an active version, after the slash of its root
 * (live-service.md 5, "when").
 */
export function isForcedTried({ host, parsedPath, version }: RedirectPlace): boolean {
  return version?.active === true && host.pullRequest === null && parsedPath.file !== '';
}

/** Finds the redirect of the project that answers; with `forced`, among those that are tried before the page. */
function userRedirect(context: HostingContext, place: RedirectPlace, forced: boolean): Outcome | undefined {
  const { request, host, path, parsedPath, version } = place;
  const order = context.sites.redirects(parsedPath.project.id);
  if (forced && !order.hasForced) return undefined;
  const page = missingPage(request, path, parsedPath, version);
  const match = order.firstMatch(page, { forcedOnly: forced, onPullRequest: host.pullRequest !== null });
  if (!match) return undefined;
  const { httpStatus = 302, dialect = '2020' } = order.rules[match.at] ?? {};
  const target = encodeLocation(match.target);
  return { kind: 'redirect', by: 'user', target, rule: { httpStatus, dialect }, forced, host, parsedPath };
}

/** Whether all redirects of the project were tried on the way to an outcome of `findOutcome`. */
export function triesRedirects(outcome: Outcome): boolean {
  if (outcome.kind === 'redirect')
    return outcome.by === 'user' ? !outcome.forced : outcome.rule === 'language';
  return outcome.kind === 'missing' && outcome.parsedPath !== null;
}

/** Answers the paths that a host has whatever pages there are; undefined for any other. */
function hostFileOutcome(context: HostingContext, host: ServingHost, path: string): Outcome | undefined {
  if (path === '/sitemap.xml') return host.pullRequest === null ? { kind: 'sitemap', host } : undefined;
  if (path === ADDONS_SCRIPT_PATH) return { kind: 'script', host };
  const api = apiOfPath(path);
  if (api) return { kind: 'api', api, host };
  if (path !== '/robots.txt') return path.startsWith(DOWNLOADS) ? download(context, host, path) : undefined;
  const { main } = host.family;
  const version = findHostVersion(context.sites, host, main.id, host.pullRequest ?? main.defaultVersion);
  const file = version && context.files.page(version, path);
  return file ? { kind: 'file', file } : { kind: 'robots', host };
}

function download(context: HostingContext, host: ServingHost, path: string): Outcome | undefined {
  const parts = path.slice(DOWNLOADS.length).replace(/\/$/, '').split('/');
  const [name, language = '', slug = '', formatName] = parts.length === 4 ? parts : [undefined, ...parts];
  const family = name === undefined ? host.family : findFamily(host, name);
  const project = family && projectInLanguage(family, language);
  const version = project && findHostVersion(context.sites, host, project.id, slug);
  const format = DOWNLOAD_FORMATS.find((one) => one === formatName);
  if (!version || !format || !version.downloads.includes(format)) return undefined;
  const file = context.files.download(version, format);
  return file && { kind: 'file', file, saveAs: `${project.slug}-${slug}.${EXTENSIONS[format]}` };
}

/** Redirects from a folder to its index, which needs the slash, or to its README.html where it has no index. */
function folderRedirect(
  context: HostingContext,
  version: Version,
  file: string,
  { raw, query }: RequestPath,
): Outcome | undefined {
  const isFolder = file.endsWith('/');
  const fileInFolder = (name: string): PageFile | undefined =>
    context.files.page(version, `${file}${isFolder ? '' : '/'}${name}`);
  const address = isFolder ? raw : `${raw}/`;
  if (!isFolder && fileInFolder('index.html')) return systemRedirect('folder', address + query);
  return fileInFolder('README.html') && systemRedirect('readme', `${address}README.html${query}`);
}
