import { createHash } from 'node:crypto';
import { escapeHtml } from '../model/base/text/escape-html.ts';
import { languageName } from '../model/projects/languages/languages.ts';
import type { DocsFamily, DocsSites, HostedProject } from '../services/hosting/docs-site.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { type ParsedPath, rootPath, type ServingHost } from './parse-request.ts';
import { servedVersions } from './site-files.ts';

/** Links of each kind on a page. */
const MAX_LINKS = 12;

const STYLE = `
:root { color-scheme: light dark; --surface: light-dark(#FBF9F5, #191922); --inset: light-dark(#F3F0EA, #14141C);
  --border: light-dark(#E6E2D9, #2A2A36); --text: light-dark(#1F1D22, #EFECE6); --text-2: light-dark(#514D52, #BBB8BA);
  --link: light-dark(#8E1B6B, #F2A3D3); --accent-marker: light-dark(#A3207B, #E05FB2); }
body { margin: 0; background: var(--surface); color: var(--text); font: 15px/24px system-ui, sans-serif; }
main { max-width: 640px; margin: 12vh auto 48px; padding: 0 24px; position: relative; }
main::before { content: ""; position: absolute; left: calc((100% - 100vw) / 2); top: 9px; height: 18px;
  width: calc((100vw - 100%) / 2 + 12px); background: var(--accent-marker);
  clip-path: polygon(0 0, 100% 0, calc(100% - 7px) 50%, 100% 100%, 0 100%); }
h1 { font: 600 28px/36px Georgia, serif; letter-spacing: -0.018em; margin: 0 0 8px; }
h2 { font: 500 13px/20px system-ui, sans-serif; color: var(--text-2); margin: 28px 0 6px; }
p { margin: 0 0 8px; color: var(--text-2); }
code { font: 13px ui-monospace, monospace; background: var(--inset); border: 1px solid var(--border); border-radius: 3px;
  padding: 1px 5px; color: var(--text); overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--accent-marker); outline-offset: 1px; }
`;

/** Lets our own pages load and run nothing but their style (safety S14). */
export const OWN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Link = { readonly href: string; readonly text: string };

/**
 * Says how private pages are opened. It is on every page of ours that a reader without a session gets, so that it does
 * not tell what there is.
 */
const SESSION_HINT = `<p>Private documentation is shown only in a browser that opened it by a link from Lectern's window. Use
“Open docs” there, or ask the person who runs this Lectern for a link.</p>`;

/** Makes the page for a host without a project; without a session, for a private project too. */
export function noProjectPage(host: string, lacksSession: boolean): string {
  return page(
    'Project not found',
    '',
    `<p>No project has its documentation at <code>${escapeHtml(host)}</code>.</p>
<p>The host of a project is its slug, with <code>-</code> for <code>_</code>.</p>
${lacksSession ? SESSION_HINT : ''}`,
  );
}

/** Makes the page for a path of a project that no page answers: why, and which pages there are. */
export function notFoundPage(
  { sites, lacksSession }: { readonly sites: DocsSites; readonly lacksSession: boolean },
  host: ServingHost,
  parsedPath: ParsedPath | null,
  path: string,
): string {
  const { name } = parsedPath?.project ?? host.family.main;
  return page(
    'Page not found',
    name,
    `<p>${escapeHtml(name)} has no page <code>${escapeHtml(path)}</code>.</p>
${parsedPath ? notFoundReason(sites, host, parsedPath) : ''}
${lacksSession ? SESSION_HINT : ''}
${pageLists(sites, host, parsedPath)}`,
  );
}

function notFoundReason(sites: DocsSites, host: ServingHost, parsedPath: ParsedPath): string {
  const { project, versionSlug, language, defaultSlug } = parsedPath;
  const slug = versionSlug ?? (language === null && project.singleVersion ? defaultSlug : null);
  if (slug === null) return '';
  const version = findRequestedVersion(sites, host, parsedPath);
  const [projectName, versionCode] = [escapeHtml(project.name), `<code>${escapeHtml(slug)}</code>`];
  if (!version) return `<p>${projectName} has no version ${versionCode}.</p>`;
  if (version.pagesBuild !== null) return '';
  if (!version.active) return `<p>Version ${versionCode} of ${projectName} is inactive.</p>`;
  return `<p>Version ${versionCode} of ${projectName} has not been built yet.</p>`;
}

function pageLists(sites: DocsSites, host: ServingHost, parsedPath: ParsedPath | null): string {
  const family = parsedPath?.family ?? host.family;
  const alias = parsedPath?.alias ?? null;
  const project = parsedPath?.project ?? family.main;
  const versions = versionLinks(sites, host, family, project, alias);
  const languages = [family.main, ...family.translations.values()].filter(({ id }) => id !== project.id);
  // What has no pages would lead from one 404 to the next.
  const hasPages = (one: HostedProject) => servedVersions(sites, one).length > 0;
  const others = host.pullRequest === null ? languages.filter(hasPages) : [];
  const subprojects =
    host.pullRequest === null && alias === null
      ? [...host.byAlias].filter(([, { main }]) => hasPages(main))
      : [];
  return [
    list('Versions', versions),
    list(
      'Languages',
      others.map((one) => ({
        href: rootOfProject(family, one, alias, one.defaultVersion),
        text: languageName(one.language),
      })),
    ),
    list(
      'Subprojects',
      subprojects.map(([name, { main }]) => ({ href: `/projects/${name}/`, text: main.name })),
    ),
    alias === null ? '' : list('Part of', [{ href: '/', text: host.family.main.name }]),
  ].join('');
}

function versionLinks(
  sites: DocsSites,
  host: ServingHost,
  family: DocsFamily,
  project: HostedProject,
  alias: string | null,
): Link[] {
  const { pullRequest } = host;
  const only = pullRequest === null ? undefined : findHostVersion(sites, host, project.id, pullRequest);
  const all = pullRequest === null ? servedVersions(sites, project) : only?.pagesBuild ? [only] : [];
  const isSingle = project.singleVersion && project.id === family.main.id && pullRequest === null;
  const shown = isSingle ? all.filter(({ slug }) => slug === project.defaultVersion) : all;
  return shown.map(({ slug, verboseName }) => ({
    href: rootOfProject(family, project, alias, slug),
    text: verboseName,
  }));
}

function rootOfProject(
  family: DocsFamily,
  project: HostedProject,
  alias: string | null,
  slug: string,
): string {
  const language = project.id === family.main.id ? null : project.language;
  return rootPath({ project, alias, language, defaultSlug: slug });
}

function list(title: string, links: readonly Link[]): string {
  if (links.length === 0) return '';
  const items = links
    .slice(0, MAX_LINKS)
    .map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`);
  const more = links.length > MAX_LINKS ? [`<li>and ${links.length - MAX_LINKS} more</li>`] : [];
  return `<h2>${title}</h2><ul>${[...items, ...more].join('')}</ul>`;
}

function page(heading: string, project: string, body: string): string {
  const title = project === '' ? heading : `${heading} · ${project}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(heading)}</h1>
${body}
</main></body></html>
`;
}
