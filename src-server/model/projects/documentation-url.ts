import type { DownloadFormat } from '../versions/version.ts';

/** Where a project's documentation is served: what its URLs are made of (behaviour.md 14). */
export type DocumentationLocation = {
  /** Host, with the port where there is one, of the top project: `pip.localhost:8642`. */
  readonly domain: string;
  readonly scheme: 'http' | 'https';
  /** Under which alias the top project holds it as a subproject; null for a top project. */
  readonly alias: string | null;
  readonly language: string;
  readonly singleVersion: boolean;
};

/** The label that a project has in host names, where no underscore may stand. */
export function hostLabel(slug: string): string {
  return slug.replaceAll('_', '-');
}

/** The path at which a version's pages begin: `/en/latest/`, `/projects/plugin/en/latest/`, `/` for a single version. */
export function documentationPath(location: DocumentationLocation, versionSlug: string): string {
  const prefix = location.alias === null ? '' : `/projects/${location.alias}`;
  return location.singleVersion ? `${prefix}/` : `${prefix}/${location.language}/${versionSlug}/`;
}

/**
 * The address that names a project and no version of it, from which readers are led to its default one; of a
 * translation with its language: `/`, `/projects/plugin/`, `/de/`.
 */
export function documentationRoot(location: DocumentationLocation, isTranslation: boolean): string {
  const prefix = location.alias === null ? '' : `/projects/${location.alias}`;
  const language = isTranslation && !location.singleVersion ? `${location.language}/` : '';
  return `${location.scheme}://${location.domain}${prefix}/${language}`;
}

/** The address at which a version's pages begin. */
export function documentationUrl(location: DocumentationLocation, versionSlug: string): string {
  return `${location.scheme}://${location.domain}${documentationPath(location, versionSlug)}`;
}

/** The path of a downloadable format: `/_/downloads/en/v1.0/pdf/`, with the alias first for a subproject. */
export function downloadPath(
  location: DocumentationLocation,
  versionSlug: string,
  format: DownloadFormat,
): string {
  const prefix = location.alias === null ? '' : `${location.alias}/`;
  return `/_/downloads/${prefix}${location.language}/${versionSlug}/${format}/`;
}

/** The address of a downloadable format. */
export function downloadUrl(
  location: DocumentationLocation,
  versionSlug: string,
  format: DownloadFormat,
): string {
  return `${location.scheme}:${protocolRelativeDownloadUrl(location, versionSlug, format)}`;
}

/** The same without a scheme, as v2 has it: `//pip.localhost/_/downloads/en/v1.0/pdf/` (behaviour.md 17). */
export function protocolRelativeDownloadUrl(
  location: DocumentationLocation,
  versionSlug: string,
  format: DownloadFormat,
): string {
  return `//${location.domain}${downloadPath(location, versionSlug, format)}`;
}

/** The address of a pull request's pages, on a host of its own: `http://pip--12.localhost:8642/en/12/`. */
export function externalDocumentationUrl(location: DocumentationLocation, versionSlug: string): string {
  const dot = location.domain.indexOf('.');
  const label = dot === -1 ? location.domain : location.domain.slice(0, dot);
  const rest = dot === -1 ? '' : location.domain.slice(dot);
  return documentationUrl({ ...location, domain: `${label}--${versionSlug}${rest}` }, versionSlug);
}
