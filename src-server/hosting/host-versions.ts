import type { Version } from '../model/versions/version.ts';
import type { DocsSites } from '../services/hosting/docs-site.ts';
import type { DocsHome, Located } from './locate.ts';

/**
 * A version of a project that a host may serve: a pull request's on its own host, and nothing else there. Whether it is
 * active does not count: switching it off takes its pages, and what was built of it since was asked for (behaviour.md 14).
 */
export function versionNamed(
  sites: DocsSites,
  host: DocsHome,
  projectId: number,
  slug: string,
): Version | undefined {
  const version = sites.versions(projectId).get(slug);
  const isOfHost =
    host.pullRequest === null
      ? version?.type !== 'external'
      : version?.type === 'external' && version.slug === host.pullRequest;
  return isOfHost ? version : undefined;
}

/** The version whose pages a path is about. */
export function versionOf(sites: DocsSites, host: DocsHome, located: Located): Version | undefined {
  const { project, language, versionSlug, defaultSlug } = located;
  const slug = language === null && project.singleVersion ? defaultSlug : versionSlug;
  return slug === null ? undefined : versionNamed(sites, host, project.id, slug);
}
