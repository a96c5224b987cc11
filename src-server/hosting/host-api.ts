import type { Version } from '../model/versions/version.ts';
import type { AskedPage, DocsHostCall } from '../services/hosting/docs-host-api.ts';
import type { DocsFamily, DocsSites, HostedProject } from '../services/hosting/docs-site.ts';
import type { Actor } from '../services/kernel/actor.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { type DocsRequest, parseRequest, type ServingHost } from './parse-request.ts';
import { servedVersions } from './site-files.ts';

/** Paths of the API that a documentation host has. */
const PATHS = { search: '/_/api/v3/search/', addons: '/_/addons/' } as const;

/** Tells which part of the API a path names. */
export function apiOfPath(path: string): DocsHostCall['kind'] | undefined {
  const address = path.endsWith('/') ? path : `${path}/`;
  return (['search', 'addons'] as const).find((kind) => PATHS[kind] === address);
}

/** Makes the call for a request: what the page asks for, limited to what this host serves to this reader. */
export function docsHostCall(
  kind: DocsHostCall['kind'],
  { sites, actor }: { readonly sites: DocsSites; readonly actor: Actor },
  { host, url }: DocsRequest,
  site: ServingHost,
): DocsHostCall {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const common = { query, host, path: PATHS[kind] };
  if (kind === 'search') return { ...common, kind, actor, projectIds: projectIdsOf(site) };
  return { ...common, kind, page: askedPage(sites, host, site, query) };
}

function familiesOf({ family, byAlias }: ServingHost): readonly DocsFamily[] {
  return [family, ...byAlias.values()];
}

function projectsOf({ main, translations }: DocsFamily): readonly HostedProject[] {
  return [main, ...translations.values()];
}

function projectIdsOf(site: ServingHost): ReadonlySet<number> {
  return new Set(
    familiesOf(site)
      .flatMap(projectsOf)
      .map(({ id }) => id),
  );
}

/** Finds the page by its URL, else by the slugs of project and version; null for a project of another host. */
function askedPage(
  sites: DocsSites,
  host: string,
  site: ServingHost,
  query: URLSearchParams,
): AskedPage | null {
  const url = query.get('url');
  if (url) {
    const found = URL.parse(url);
    if (!found || found.host !== host) return null;
    const { parsedPath } = parseRequest(sites, { host, url: found.pathname });
    if (!parsedPath) {
      const { family } = site;
      return pageOf(sites, site, { family, project: family.main, version: undefined, file: null });
    }
    const version = findRequestedVersion(sites, site, parsedPath);
    const file = version === undefined ? null : parsedPath.file.replace(/\/$/, '/index.html');
    return pageOf(sites, site, { ...parsedPath, version, file });
  }
  const slug = query.get('project-slug');
  for (const family of familiesOf(site)) {
    const project = projectsOf(family).find((each) => each.slug === slug);
    if (!project) continue;
    const version = findHostVersion(sites, site, project.id, query.get('version-slug') ?? '');
    return pageOf(sites, site, { family, project, version, file: null });
  }
  return null;
}

type PlaceOfPage = {
  readonly family: DocsFamily;
  readonly project: HostedProject;
  readonly version: Version | undefined;
  readonly file: string | null;
};

function pageOf(
  sites: DocsSites,
  site: ServingHost,
  { family, project, version, file }: PlaceOfPage,
): AskedPage {
  const all = servedVersions(sites, project);
  const sameVersion = ({ id }: HostedProject) => version && findHostVersion(sites, site, id, version.slug);
  return {
    projectId: project.id,
    version: version ?? null,
    file,
    versions: project.singleVersion ? all.filter(({ slug }) => slug === project.defaultVersion) : all,
    translations: projectsOf(family)
      .filter(({ id }) => id !== project.id)
      .map((translation) => {
        const same = sameVersion(translation);
        return { projectId: translation.id, version: same && same.pagesBuild !== null ? same : null };
      }),
  };
}
