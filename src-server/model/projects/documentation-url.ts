import type { DownloadFormat } from '../versions/version.ts';

/** Where a project's documentation is served: what its URLs are made of (behaviour.md 14). */
export type DocumentationPlace = {
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
export function documentationPath(place: DocumentationPlace, versionSlug: string): string {
  const prefix = place.alias === null ? '' : `/projects/${place.alias}`;
  return place.singleVersion ? `${prefix}/` : `${prefix}/${place.language}/${versionSlug}/`;
}

/**
 * The address that names a project and no version of it, from which readers are led to its default one; of a
 * translation with its language: `/`, `/projects/plugin/`, `/de/`.
 */
export function documentationRoot(place: DocumentationPlace, isTranslation: boolean): string {
  const prefix = place.alias === null ? '' : `/projects/${place.alias}`;
  const language = isTranslation && !place.singleVersion ? `${place.language}/` : '';
  return `${place.scheme}://${place.domain}${prefix}/${language}`;
}

/** The address at which a version's pages begin. */
export function documentationUrl(place: DocumentationPlace, versionSlug: string): string {
  return `${place.scheme}://${place.domain}${documentationPath(place, versionSlug)}`;
}

/** The path of a downloadable format: `/_/downloads/en/v1.0/pdf/`, with the alias first for a subproject. */
export function downloadPath(place: DocumentationPlace, versionSlug: string, format: DownloadFormat): string {
  const prefix = place.alias === null ? '' : `${place.alias}/`;
  return `/_/downloads/${prefix}${place.language}/${versionSlug}/${format}/`;
}

/** The address of a downloadable format. */
export function downloadUrl(place: DocumentationPlace, versionSlug: string, format: DownloadFormat): string {
  return `${place.scheme}:${protocolRelativeDownloadUrl(place, versionSlug, format)}`;
}

/** The same without a scheme, as v2 has it: `//pip.localhost/_/downloads/en/v1.0/pdf/` (behaviour.md 17). */
export function protocolRelativeDownloadUrl(
  place: DocumentationPlace,
  versionSlug: string,
  format: DownloadFormat,
): string {
  return `//${place.domain}${downloadPath(place, versionSlug, format)}`;
}

/** The address of a pull request's pages, on a host of its own: `http://pip--12.localhost:8642/en/12/`. */
export function externalDocumentationUrl(place: DocumentationPlace, versionSlug: string): string {
  const dot = place.domain.indexOf('.');
  const label = dot === -1 ? place.domain : place.domain.slice(0, dot);
  const rest = dot === -1 ? '' : place.domain.slice(dot);
  return documentationUrl({ ...place, domain: `${label}--${versionSlug}${rest}` }, versionSlug);
}
