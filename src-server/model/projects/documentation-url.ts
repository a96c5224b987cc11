import type { DownloadFormat } from '../versions/version.ts';
import { toCurrentLanguage } from './languages/languages.ts';

/** The parts of a project's documentation URLs (behaviour.md 14). */
export type DocumentationLocation = {
  /** Host of the top project with its port: `pip.localhost:8642`. */
  readonly domain: string;
  readonly scheme: 'http' | 'https';
  /** Alias as a subproject of the top project; null for a top project. */
  readonly alias: string | null;
  readonly language: string;
  readonly singleVersion: boolean;
  /** Whether paths name the version and no language; absent: they name both. */
  readonly omitsLanguage?: boolean;
};

/** Returns the location with its language as today's service writes it; hosting answers both. */
export function inCurrentWords(location: DocumentationLocation): DocumentationLocation {
  return { ...location, language: toCurrentLanguage(location.language) };
}

/** Returns the label of a project or pull request in host names, which have no underscore. */
export function hostLabel(slug: string): string {
  return slug.replaceAll('_', '-');
}

/**
 * Returns the path of a version's pages: `/en/latest/`, `/projects/plugin/en/latest/`, `/latest/` without translations,
 * `/` for a single version.
 */
export function documentationPath(location: DocumentationLocation, versionSlug: string): string {
  const prefix = location.alias === null ? '' : `/projects/${location.alias}`;
  if (location.singleVersion) return `${prefix}/`;
  return location.omitsLanguage
    ? `${prefix}/${versionSlug}/`
    : `${prefix}/${location.language}/${versionSlug}/`;
}

/**
 * Returns the URL without a version, which redirects to the default version; a translation's has its language: `/`,
 * `/projects/plugin/`, `/de/`.
 */
export function documentationRoot(location: DocumentationLocation, isTranslation: boolean): string {
  const prefix = location.alias === null ? '' : `/projects/${location.alias}`;
  const language = isTranslation && !location.singleVersion ? `${location.language}/` : '';
  return `${location.scheme}://${location.domain}${prefix}/${language}`;
}

/** Returns the URL of a version's pages. */
export function documentationUrl(location: DocumentationLocation, versionSlug: string): string {
  return `${location.scheme}://${location.domain}${documentationPath(location, versionSlug)}`;
}

/** Returns the path of a download: `/_/downloads/en/v1.0/pdf/`, after the alias of a subproject. */
export function downloadPath(
  location: DocumentationLocation,
  versionSlug: string,
  format: DownloadFormat,
): string {
  const prefix = location.alias === null ? '' : `${location.alias}/`;
  return `/_/downloads/${prefix}${location.language}/${versionSlug}/${format}/`;
}

/** Returns the URL of a download. */
export function downloadUrl(
  location: DocumentationLocation,
  versionSlug: string,
  format: DownloadFormat,
): string {
  return `${location.scheme}:${protocolRelativeDownloadUrl(location, versionSlug, format)}`;
}

/** Returns the URL of a download without a scheme for v2: `//pip.localhost/_/downloads/en/v1.0/pdf/` (behaviour.md 17). */
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
  const host = `${label}--${hostLabel(versionSlug)}${rest}`;
  return documentationUrl({ ...location, domain: host }, versionSlug);
}
