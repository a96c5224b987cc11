import { z } from 'zod';
import {
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
  inCurrentWords,
} from '../../../model/projects/documentation-url.ts';
import { CURRENT_PRIVACY_LEVELS } from '../../../model/projects/project.ts';
import { vcsUrl } from '../../../model/projects/repository/vcs-url.ts';
import { DOWNLOAD_FORMATS, VERSION_TYPES } from '../../../model/versions/version.ts';
import type { AliasedVersion } from '../../../services/versions/visible-versions.ts';
import { type Href, projectPath, versionEditPath } from './links.ts';

/** Schema of a version. */
export const VersionSchema: z.ZodType = z
  .strictObject({
    _links: z.strictObject({ _self: z.url(), builds: z.url(), project: z.url() }),
    active: z.boolean(),
    get aliases() {
      return z.array(VersionSchema).max(1);
    },
    built: z.boolean(),
    downloads: z.strictObject({
      epub: z.url().optional(),
      htmlzip: z.url().optional(),
      pdf: z.url().optional(),
    }),
    hidden: z.boolean(),
    id: z.int(),
    identifier: z.string().nullable(),
    privacy_level: z.enum(CURRENT_PRIVACY_LEVELS),
    ref: z.string().nullable(),
    slug: z.string(),
    type: z.enum(VERSION_TYPES),
    urls: z.strictObject({
      dashboard: z.strictObject({ edit: z.url() }),
      documentation: z.url(),
      vcs: z.string(),
    }),
    verbose_name: z.string(),
  })
  .meta({ id: 'Version' });

/** What git calls a branch of its remote; today's service names the branch alone. */
const REMOTE = 'origin/';

/** Returns the URL of a version's pages. */
export function versionUrl({ version, project }: Pick<AliasedVersion, 'version' | 'project'>): string {
  const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
  return urlOf(inCurrentWords(project.place), version.slug);
}

/** Makes a version. */
export function versionView(record: AliasedVersion, href: Href): object {
  const { version, project, follows, alias } = record;
  const projectSlug = project.project.slug;
  const self = href(projectPath(projectSlug, 'versions', version.slug));
  const { identifier } = version;
  return {
    _links: { _self: self, builds: `${self}builds/`, project: href(projectPath(projectSlug)) },
    active: version.active,
    aliases: alias ? [versionView(alias, href)] : [],
    built: version.built,
    downloads: Object.fromEntries(
      DOWNLOAD_FORMATS.filter((format) => version.downloads.includes(format)).map((format) => [
        format,
        downloadUrl(inCurrentWords(project.place), version.slug, format),
      ]),
    ),
    hidden: version.hidden,
    id: version.id,
    identifier: identifier.startsWith(REMOTE) ? identifier.slice(REMOTE.length) : identifier || null,
    privacy_level: version.privacyLevel === 'public' ? 'public' : 'private',
    ref: follows?.slug ?? null,
    slug: version.slug,
    type: version.type,
    urls: {
      dashboard: { edit: href(versionEditPath(projectSlug, version.slug)) },
      documentation: versionUrl(record),
      vcs: vcsUrl(project.project, version, follows?.verboseName ?? null),
    },
    verbose_name: version.verboseName,
  };
}
