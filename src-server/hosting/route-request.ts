import { type MissingPage, parseMissingPage } from '../model/redirects/resolve-redirect.ts';
import { DOWNLOAD_FORMATS, type DownloadFormat, type Version } from '../model/versions/version.ts';
import { encodeLocation, encodePath, isRedirectLoop } from './addresses.ts';
import { canonicalHostUrl } from './canonical-host.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import {
  type DocsRequest,
  type HostingContext,
  type Outcome,
  projectLabel,
  systemRedirect,
} from './outcome.ts';
import type { PageFile } from './page-files.ts';
import {
  findFamily,
  type ParsedPath,
  parsePath,
  projectInLanguage,
  redirectSite,
  rootPath,
  type ServingHost,
} from './parse-path.ts';
import { type RequestPath, readRequestPath } from './request-path.ts';

const EXTENSIONS: Readonly<Record<DownloadFormat, string>> = { epub: 'epub', htmlzip: 'zip', pdf: 'pdf' };
const DOWNLOADS = '/_/downloads/';
const DEFAULT_VERSION = '/page/';

/**
 * Applies the rules of behaviour.md 14, and the project's redirects (12) where no page answers. A redirect that would
 * have the reader go round and round is passed over for the page that says that nothing is here.
 */
export function routeRequest(context: HostingContext, docsRequest: DocsRequest): Outcome {
  const outcome = findOutcome(context, docsRequest);
  if (outcome.kind !== 'redirect' || outcome.by === 'system') return outcome;
  const nextTarget = (next: DocsRequest) => {
    const nextOutcome = findOutcome(context, next);
    return nextOutcome.kind === 'redirect' ? nextOutcome.target : undefined;
  };
  if (!isRedirectLoop(docsRequest, outcome.target, nextTarget)) return outcome;
  const host = context.sites.host(projectLabel(docsRequest.host));
  const path = readRequestPath(docsRequest.url)?.path;
  if (host?.kind !== 'home' || path === undefined) return { kind: 'no-project' };
  return { kind: 'missing', host, parsedPath: parsePath(host, path) };
}

/** As `decide`, but a project's redirects are taken as they are. `tried` is told when they are asked at all. */
export function findOutcome(
  context: HostingContext,
  docsRequest: DocsRequest,
  onRedirectsTried?: () => void,
): Outcome {
  const host = context.sites.host(projectLabel(docsRequest.host));
  if (!host) return { kind: 'no-project' };
  const request = readRequestPath(docsRequest.url);
  if (host.kind === 'moved')
    return systemRedirect('moved', canonicalHostUrl(host, docsRequest.host, request));
  if (!request) return { kind: 'missing', host, parsedPath: null };
  const { path, query } = request;
  const isHostFile = path === '/robots.txt' || path === '/sitemap.xml' || path.startsWith(DOWNLOADS);
  const hostFile = isHostFile ? hostFileOutcome(context, host, path) : undefined;
  if (hostFile) return hostFile;

  const parsedPath = parsePath(host, path);
  const { project, file, language } = parsedPath;
  // `/` and `/projects/ALIAS` name a project and no page of it.
  const isRoot = language === null && (file === '' || (file === '/' && !project.singleVersion));
  if (isRoot) return systemRedirect('root', rootPath(parsedPath) + query);
  const version = findRequestedVersion(context.sites, host, parsedPath);
  const page = version && context.files.page(version, file.endsWith('/') ? `${file}index.html` : file);
  if (page) return { kind: 'file', file: page };
  const folder = version && folderRedirect(context, version, file, request);
  if (folder) return folder;
  if (language === null && file.startsWith(DEFAULT_VERSION)) {
    return systemRedirect(
      'page',
      rootPath(parsedPath) + encodePath(file.slice(DEFAULT_VERSION.length).replace(/^\/+/, '')) + query,
    );
  }
  onRedirectsTried?.();
  const target = userRedirectTarget(context, parsedPath, missingPageOf(docsRequest, request, parsedPath));
  if (target !== undefined) return { kind: 'redirect', by: 'user', target };
  // A language alone: only now, so that a redirect of the project comes first.
  const isLanguageAlone = language !== null && parsedPath.versionSlug === null && file === '';
  return isLanguageAlone
    ? systemRedirect('language', rootPath(parsedPath) + query)
    : { kind: 'missing', host, parsedPath };
}

/** The address as the project's redirects see it. */
export function missingPageOf(
  { host }: DocsRequest,
  { raw, query }: RequestPath,
  parsedPath: ParsedPath,
): MissingPage {
  return parseMissingPage(`http://${host}${raw}${query}`, redirectSite(parsedPath));
}

/** What stands at the root of a host, whatever pages there are. */
function hostFileOutcome(context: HostingContext, host: ServingHost, path: string): Outcome | undefined {
  if (path === '/sitemap.xml') return host.pullRequest === null ? { kind: 'sitemap', host } : undefined;
  if (path !== '/robots.txt') return download(context, host, path);
  const { main } = host.family;
  const version = findHostVersion(context.sites, host, main.id, host.pullRequest ?? main.defaultVersion);
  const file = version && context.files.page(version, path);
  return file ? { kind: 'file', file } : { kind: 'robots', host };
}

/** `/_/downloads/[ALIAS/]LANG/VERSION/FORMAT/` */
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

/** Where no page answers: its index, reached with a slash, or what many repositories have in place of one. */
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

/** Where the project's redirects send, if anywhere. */
function userRedirectTarget(
  context: HostingContext,
  { project }: ParsedPath,
  page: MissingPage,
): string | undefined {
  const match = context.sites.redirects(project.id).firstMatch(page);
  return match && encodeLocation(match.target);
}
