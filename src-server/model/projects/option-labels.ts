import type { BuildToolSource, VersioningScheme } from './project.ts';

/* Texts of options that the forms of the window and its history share. */

/** What the addresses of a project's pages name. */
export const SCHEME_LABELS: Readonly<Record<VersioningScheme, string>> = {
  multiple_versions_with_translations: 'Language and version: /en/latest/',
  multiple_versions_without_translations: 'Version: /latest/',
  single_version_without_translations: 'Neither: /',
};

/** What builds run with. */
export const BUILD_TOOL_LABELS: Readonly<Record<BuildToolSource, string>> = {
  own: 'Fresh virtualenv (needs network)',
  machine: 'Installed tools (works offline)',
};
