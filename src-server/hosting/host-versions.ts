import type { Version } from '../model/versions/version.ts';
import type { DocsSites } from '../services/hosting/docs-site.ts';
import type { ParsedPath, ServingHost } from './parse-request.ts';

/**
 * Finds a version that a host may serve: on a pull request's host that version alone, elsewhere any other. Inactive ones
 * count too: deactivating removes the pages, so any that exist were asked for later (behaviour.md 14).
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

/** Finds the version whose pages a path names. */
export function findRequestedVersion(
  sites: DocsSites,
  host: ServingHost,
  parsedPath: ParsedPath,
): Version | undefined {
  const { project, language, versionSlug, defaultSlug } = parsedPath;
  const slug = language === null && project.singleVersion ? defaultSlug : versionSlug;
  return slug === null ? undefined : findHostVersion(sites, host, project.id, slug);
}
