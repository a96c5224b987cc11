import type { Version } from '../model/versions/version.ts';
import type { DocsSites } from '../services/hosting/docs-site.ts';
import type { ParsedPath, ServingHost } from './parse-path.ts';

/**
 * A version of a project that a host may serve: a pull request's on its own host, and nothing else there. Whether it is
 * active does not count: switching it off takes its pages, and what was built of it since was asked for (behaviour.md 14).
 */
export function findHostVersion(
  sites: DocsSites,
  host: ServingHost,
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
export function findRequestedVersion(
  sites: DocsSites,
  host: ServingHost,
  parsedPath: ParsedPath,
): Version | undefined {
  const { project, language, versionSlug, defaultSlug } = parsedPath;
  const slug = language === null && project.singleVersion ? defaultSlug : versionSlug;
  return slug === null ? undefined : findHostVersion(sites, host, project.id, slug);
}
