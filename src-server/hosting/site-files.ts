import { escapeHtml } from '../model/base/text/escape-html.ts';
import { formatTimestamp } from '../model/base/timestamp.ts';
import { type DocumentationLocation, documentationPath } from '../model/projects/documentation-url.ts';
import { compareVersionNames } from '../model/versions/stable-version.ts';
import { LATEST, STABLE, type Version } from '../model/versions/version.ts';
import type { DocsSites, HostedProject } from '../services/hosting/docs-site.ts';
import type { ServingHost } from './parse-request.ts';

/** Lowest priority of a sitemap's version, in tenths; each has a tenth less than the one before it. */
const MIN_PRIORITY = 1;
/** How often the first versions of a sitemap change, `stable` and `latest`; the others are releases. */
const CHANGE_FREQUENCIES: readonly string[] = ['weekly', 'daily'];
/** The versions that a sitemap begins with, in this order. */
const FIRST_IN_SITEMAP: readonly string[] = [STABLE, LATEST];

/** Gives the robots.txt of a host whose default version has none of its own (behaviour.md 14). */
export function robotsText(sites: DocsSites, host: ServingHost, origin: string): string {
  if (host.pullRequest !== null) return 'User-agent: *\nDisallow: /\n';
  const hidden = hiddenPaths(sites, host).map((path) => `Disallow: ${path} # Hidden version\n`);
  const rules = hidden.length === 0 ? 'Disallow:\n' : hidden.join('');
  return `User-agent: *\n${rules}\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Lists the paths of the public hidden versions: a private one is not to be told of. */
function hiddenPaths(sites: DocsSites, { family }: ServingHost): string[] {
  if (family.main.singleVersion) return [];
  return [...sites.versions(family.main.id).values()]
    .filter((version) => version.active && version.hidden && sites.isPublic(family.main, version))
    .map(({ slug }) => documentationPath(placeOf(family.main, family.main), slug))
    .sort();
}

/**
 * Lists the public versions of a host's project that have pages, `stable` and `latest` before the others in the order
 * of `servedVersions`, each with the same version in other languages (behaviour.md, Decisions and 14). A single-version
 * project has one URL.
 */
export function sitemapXml(sites: DocsSites, { family }: ServingHost, origin: string): string {
  const { main, translations } = family;
  const shown = inSitemapOrder(publicVersions(sites, main));
  const versions = main.singleVersion ? shown.filter(({ slug }) => slug === main.defaultVersion) : shown;
  const others = [...translations.values()].map((project) => ({
    project,
    slugs: new Set(publicVersions(sites, project).map(({ slug }) => slug)),
  }));
  const entries = versions.map(({ slug, pagesBuild }, at) => {
    const languages = [main, ...others.filter(({ slugs }) => slugs.has(slug)).map(({ project }) => project)];
    const links = languages.map(
      (project) =>
        `<xhtml:link rel="alternate" hreflang="${project.language.replace('_', '-')}" href="${pageUrl(project, slug)}"/>`,
    );
    const priority = Math.max(10 - at, MIN_PRIORITY) / 10;
    const modified = pagesBuild === null ? undefined : sites.builtAt(pagesBuild);
    return [
      '<url>',
      `<loc>${pageUrl(main, slug)}</loc>`,
      ...(links.length > 1 ? links : []),
      ...(modified === undefined ? [] : [`<lastmod>${formatTimestamp(modified)}</lastmod>`]),
      `<changefreq>${CHANGE_FREQUENCIES[at] ?? 'monthly'}</changefreq>`,
      `<priority>${priority.toFixed(1)}</priority>`,
      '</url>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');

  function pageUrl(project: HostedProject, slug: string): string {
    return escapeHtml(origin + documentationPath(placeOf(project, main), slug));
  }
}

function placeOf(project: HostedProject, main: HostedProject): DocumentationLocation {
  const { language, omitsLanguage } = project;
  const singleVersion = project.singleVersion && project.id === main.id;
  return { scheme: 'http', domain: '', alias: null, language, singleVersion, omitsLanguage };
}

/** Lists the active versions of a project that have pages and are not hidden, in the order of the dashboard (behaviour.md 8). */
export function servedVersions(sites: DocsSites, project: HostedProject): Version[] {
  return [...sites.versions(project.id).values()]
    .filter(
      ({ active, hidden, pagesBuild, type }) =>
        active && !hidden && pagesBuild !== null && type !== 'external',
    )
    .sort((a, b) => compareVersionNames(a.verboseName, b.verboseName, project.defaultBranch) || b.id - a.id);
}

function inSitemapOrder(versions: readonly Version[]): Version[] {
  const first = FIRST_IN_SITEMAP.flatMap((slug) => versions.filter((version) => version.slug === slug));
  return [...first, ...versions.filter(({ slug }) => !FIRST_IN_SITEMAP.includes(slug))];
}

function publicVersions(sites: DocsSites, project: HostedProject): Version[] {
  return servedVersions(sites, project).filter((version) => sites.isPublic(project, version));
}
