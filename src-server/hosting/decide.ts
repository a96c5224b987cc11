import { type MissingPage, missingPage } from '../model/redirects/redirect-preview.ts';
import { DOWNLOAD_FORMATS, type DownloadFormat, type Version } from '../model/versions/version.ts';
import { inAddress, inHeader, leadsRound } from './addresses.ts';
import { versionNamed, versionOf } from './host-versions.ts';
import {
  type DocsHome,
  familyNamed,
  type Located,
  locate,
  projectIn,
  redirectSite,
  rootOf,
} from './locate.ts';
import { movedTo } from './moved.ts';
import { type Asked, type Ground, labelOf, type Outcome, system } from './outcome.ts';
import type { PageFile } from './page-files.ts';
import { type RequestPath, readRequestPath } from './request-path.ts';

const EXTENSIONS: Readonly<Record<DownloadFormat, string>> = { epub: 'epub', htmlzip: 'zip', pdf: 'pdf' };
const DOWNLOADS = '/_/downloads/';
const DEFAULT_VERSION = '/page/';

/**
 * Applies the rules of behaviour.md 14, and the project's redirects (12) where no page answers. A redirect that would
 * have the reader go round and round is passed over for the page that says that nothing is here.
 */
export function decide(ground: Ground, asked: Asked): Outcome {
  const outcome = answer(ground, asked);
  if (outcome.kind !== 'redirect' || outcome.by === 'system') return outcome;
  const goesOn = (next: Asked) => {
    const then = answer(ground, next);
    return then.kind === 'redirect' ? then.target : undefined;
  };
  if (!leadsRound(asked, outcome.target, goesOn)) return outcome;
  const host = ground.sites.host(labelOf(asked.host));
  const path = readRequestPath(asked.url)?.path;
  if (host?.kind !== 'home' || path === undefined) return { kind: 'no-project' };
  return { kind: 'missing', host, located: locate(host, path) };
}

/** As `decide`, but a project's redirects are taken as they are. `tried` is told when they are asked at all. */
export function answer(ground: Ground, asked: Asked, tried?: () => void): Outcome {
  const host = ground.sites.host(labelOf(asked.host));
  if (!host) return { kind: 'no-project' };
  const request = readRequestPath(asked.url);
  if (host.kind === 'moved') return system('moved', movedTo(host, asked.host, request));
  if (!request) return { kind: 'missing', host, located: null };
  const { path, query } = request;
  const ofHost = path === '/robots.txt' || path === '/sitemap.xml' || path.startsWith(DOWNLOADS);
  const special = ofHost ? besidePages(ground, host, path) : undefined;
  if (special) return special;

  const located = locate(host, path);
  const { project, file, language } = located;
  // `/` and `/projects/ALIAS` name a project and no page of it.
  const isBare = language === null && (file === '' || (file === '/' && !project.singleVersion));
  if (isBare) return system('root', rootOf(located) + query);
  const version = versionOf(ground.sites, host, located);
  const page = version && ground.files.page(version, file.endsWith('/') ? `${file}index.html` : file);
  if (page) return { kind: 'file', file: page };
  const folder = version && asFolder(ground, version, file, request);
  if (folder) return folder;
  if (language === null && file.startsWith(DEFAULT_VERSION)) {
    return system(
      'page',
      rootOf(located) + inAddress(file.slice(DEFAULT_VERSION.length).replace(/^\/+/, '')) + query,
    );
  }
  tried?.();
  const target = userTarget(ground, located, askedPage(asked, request, located));
  if (target !== undefined) return { kind: 'redirect', by: 'user', target };
  // A language alone: only now, so that a redirect of the project comes first.
  const isLanguageAlone = language !== null && located.versionSlug === null && file === '';
  return isLanguageAlone ? system('language', rootOf(located) + query) : { kind: 'missing', host, located };
}

/** The address as the project's redirects see it. */
export function askedPage({ host }: Asked, { raw, query }: RequestPath, located: Located): MissingPage {
  return missingPage(`http://${host}${raw}${query}`, redirectSite(located));
}

/** What stands at the root of a host, whatever pages there are. */
function besidePages(ground: Ground, host: DocsHome, path: string): Outcome | undefined {
  if (path === '/sitemap.xml') return host.pullRequest === null ? { kind: 'sitemap', host } : undefined;
  if (path !== '/robots.txt') return download(ground, host, path);
  const { main } = host.family;
  const version = versionNamed(ground.sites, host, main.id, host.pullRequest ?? main.defaultVersion);
  const file = version && ground.files.page(version, path);
  return file ? { kind: 'file', file } : { kind: 'robots', host };
}

/** `/_/downloads/[ALIAS/]LANG/VERSION/FORMAT/` */
function download(ground: Ground, host: DocsHome, path: string): Outcome | undefined {
  const parts = path.slice(DOWNLOADS.length).replace(/\/$/, '').split('/');
  const [name, language = '', slug = '', wanted] = parts.length === 4 ? parts : [undefined, ...parts];
  const family = name === undefined ? host.family : familyNamed(host, name);
  const project = family && projectIn(family, language);
  const version = project && versionNamed(ground.sites, host, project.id, slug);
  const format = DOWNLOAD_FORMATS.find((one) => one === wanted);
  if (!version || !format || !version.downloads.includes(format)) return undefined;
  const file = ground.files.download(version, format);
  return file && { kind: 'file', file, saveAs: `${project.slug}-${slug}.${EXTENSIONS[format]}` };
}

/** Where no page answers: its index, reached with a slash, or what many repositories have in place of one. */
function asFolder(
  ground: Ground,
  version: Version,
  file: string,
  { raw, query }: RequestPath,
): Outcome | undefined {
  const isFolder = file.endsWith('/');
  const has = (name: string): PageFile | undefined =>
    ground.files.page(version, `${file}${isFolder ? '' : '/'}${name}`);
  const address = isFolder ? raw : `${raw}/`;
  if (!isFolder && has('index.html')) return system('folder', address + query);
  return has('README.html') && system('readme', `${address}README.html${query}`);
}

/** Where the project's redirects send, if anywhere. */
function userTarget(ground: Ground, { project }: Located, page: MissingPage): string | undefined {
  const first = ground.sites.redirects(project.id).first(page);
  return first && inHeader(first.target);
}
