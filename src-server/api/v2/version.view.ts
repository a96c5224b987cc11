import { z } from 'zod';
import { protocolRelativeDownloadUrl } from '../../model/projects/documentation-url.ts';
import { DOCUMENTATION_TYPES, PRIVACY_LEVELS } from '../../model/projects/project.ts';
import { DOWNLOAD_FORMATS, VERSION_TYPES } from '../../model/versions/version.ts';
import type { PublicVersion } from '../../services/v2/v2-reads.ts';
import { ProjectSchema, projectView } from './project.view.ts';

const Download = z.string().startsWith('//').optional();

/** Schema of a version in v2. */
export const VersionSchema = z
  .strictObject({
    active: z.boolean(),
    built: z.boolean(),
    documentation_type: z.enum(DOCUMENTATION_TYPES),
    downloads: z.strictObject({ epub: Download, htmlzip: Download, pdf: Download }),
    has_epub: z.boolean(),
    has_htmlzip: z.boolean(),
    has_pdf: z.boolean(),
    id: z.int(),
    identifier: z.string(),
    privacy_level: z.enum(PRIVACY_LEVELS),
    project: ProjectSchema,
    slug: z.string(),
    type: z.enum(VERSION_TYPES),
    verbose_name: z.string(),
  })
  .meta({ id: 'V2Version' });

/** Makes v2's version; download URLs have no scheme, and only existing formats are listed (behaviour.md 17). */
export function versionView({ version, project }: PublicVersion): object {
  const formats = DOWNLOAD_FORMATS.filter((format) => version.downloads.includes(format));
  return {
    active: version.active,
    built: version.built,
    documentation_type: project.project.documentationType,
    downloads: Object.fromEntries(
      formats.map((format) => [format, protocolRelativeDownloadUrl(project.place, version.slug, format)]),
    ),
    has_epub: formats.includes('epub'),
    has_htmlzip: formats.includes('htmlzip'),
    has_pdf: formats.includes('pdf'),
    id: version.id,
    identifier: version.identifier,
    privacy_level: version.privacyLevel,
    project: projectView(project),
    slug: version.slug,
    type: version.type,
    verbose_name: version.verboseName,
  };
}
