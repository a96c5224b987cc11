import { z } from 'zod';
import {
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
} from '../../model/projects/documentation-url.ts';
import { vcsUrl } from '../../model/projects/repository/vcs-url.ts';
import { DOWNLOAD_FORMATS, VERSION_TYPES } from '../../model/versions/version.ts';
import type { VersionRecord } from '../../services/versions/versions.ts';
import { BuildSchema, buildView } from './build.view.ts';
import { projectPath } from './paths.ts';

/** Schema of a version in v3. */
export const VersionSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.string(), builds: z.string(), project: z.string() }),
    active: z.boolean(),
    built: z.boolean(),
    downloads: z.strictObject({
      epub: z.string().optional(),
      htmlzip: z.string().optional(),
      pdf: z.string().optional(),
    }),
    id: z.int(),
    identifier: z.string(),
    last_build: BuildSchema.nullable().optional(),
    ref: z.string().nullable(),
    slug: z.string(),
    type: z.enum(VERSION_TYPES),
    urls: z.strictObject({ documentation: z.string(), vcs: z.string() }),
    verbose_name: z.string(),
  })
  .meta({ id: 'Version' });

/** Makes v3's version; `last_build` is included if the record has it, `withConfig` with its config. */
export function versionView(record: VersionRecord, withConfig = false): object {
  const { version, project, follows, lastBuild } = record;
  const self = projectPath(project.project.slug, 'versions', version.slug);
  const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
  return {
    _links: { _self: self, builds: `${self}builds/`, project: projectPath(project.project.slug) },
    active: version.active,
    built: version.built,
    downloads: Object.fromEntries(
      DOWNLOAD_FORMATS.filter((format) => version.downloads.includes(format)).map((format) => [
        format,
        downloadUrl(project.place, version.slug, format),
      ]),
    ),
    id: version.id,
    identifier: version.identifier,
    ...(lastBuild !== undefined && { last_build: lastBuild && buildView(lastBuild, withConfig) }),
    ref: follows?.slug ?? null,
    slug: version.slug,
    type: version.type,
    urls: {
      documentation: urlOf(project.place, version.slug),
      vcs: vcsUrl(project.project, version, follows?.verboseName ?? null),
    },
    verbose_name: version.verboseName,
  };
}
