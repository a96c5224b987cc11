import { z } from 'zod';
import { isWebUrl } from '../../base/web-url.ts';
import type { Json } from '../../builds/build.ts';
import { isCurrentLanguage, isProgrammingLanguage } from '../../projects/languages/languages.ts';
import { DEFAULT_SCHEME, VERSIONING_SCHEMES } from '../../projects/project.ts';
import { repositoryUrlError } from '../../projects/repository/repository-url.ts';
import type { RemoteObject } from '../link.ts';
import type { RemoteKind } from '../remote.ts';
import type { Fields } from '../sync-fields.ts';
import { canonicalHomepage, canonicalTags } from './canonical-fields.ts';
import { filled, key, line, privacy, projectSlug, type ReadObject, readFields } from './read-object.ts';

const code = <T extends string>(isKnown: (text: T) => boolean) =>
  z
    .object({ code: z.string().max(50) })
    .refine(({ code: text }) => isKnown(text as T), 'This code is not known here.')
    .transform(({ code: text }) => text);
const relative = z
  .object({ slug: projectSlug })
  .nullable()
  .transform((project) => project?.slug ?? null);
const repositoryOf = (service: RemoteKind) =>
  z.object({
    url: filled(255).refine((url) => isUsableRepository(url, service), 'This is no address of a repository.'),
  });
// Made once: a schema costs more than the value that it reads.
const REPOSITORY = {
  community: repositoryOf('community'),
  business: repositoryOf('business'),
  lectern: repositoryOf('lectern'),
} as const satisfies Record<RemoteKind, z.ZodType>;

/** A folder of the computer there may be one here; only another Lectern has some, and it says so. */
function isUsableRepository(url: string, service: RemoteKind): boolean {
  return (
    repositoryUrlError(url) === undefined &&
    (service === 'lectern' || /^(?!file:)[a-z][a-z0-9+.-]*:\/\/|^[^/\\]+@/i.test(url))
  );
}

/** A project of a list, and whose relative it is. */
export type RemoteProjectObject = RemoteObject & {
  readonly name: string;
  /** Slug there of its superproject. */
  readonly parent: string | null;
  /** Slug there of the project that it translates. */
  readonly translationOf: string | null;
};

const PROJECT_FIELDS = {
  name: filled(63),
  homepage: line(200)
    .refine((url) => url === '' || isWebUrl(url), 'This is no web address.')
    .nullable()
    .transform(canonicalHomepage),
  language: code(isCurrentLanguage),
  programming_language: code((text) => text === '' || isProgrammingLanguage(text)),
  tags: z.array(filled(100)).max(200).transform(canonicalTags),
  default_version: filled(255),
  default_branch: filled(255).refine((branch) => !branch.startsWith('-'), 'This is no name of a branch.'),
  readthedocs_yaml_path: line(1024)
    .nullable()
    .transform((path) => path || null),
  versioning_scheme: z
    .enum(VERSIONING_SCHEMES)
    .nullable()
    .transform((scheme) => scheme ?? DEFAULT_SCHEME),
  privacy_level: privacy,
  external_builds_privacy_level: privacy,
} as const satisfies Record<string, z.ZodType<Json>>;

const NOT_SHOWN_OF_PROJECT = new Set([
  ...Object.keys(PROJECT_FIELDS),
  '_links',
  'repository',
  'active_versions',
]);

/** Reads a project. */
export const readProject: ReadObject<RemoteProjectObject> = (input, path, reader, { service }) => {
  const object = reader.object(input, path);
  if (!object) return undefined;
  const id = reader.value(key, object.id, [...path, 'id']);
  const slug = reader.value(projectSlug, object.slug, [...path, 'slug']);
  if (id === undefined || slug === undefined) return undefined;
  const repository = reader.optional(REPOSITORY[service], object.repository, [...path, 'repository']);
  const fields: Fields = {
    ...readFields(PROJECT_FIELDS, object, path, reader),
    ...(repository && { 'repository.url': repository.url }),
  };
  return {
    ...{ kind: 'project', key: id, address: slug, fields },
    shown: reader.shown(object, NOT_SHOWN_OF_PROJECT, path),
    name: typeof fields.name === 'string' ? fields.name : slug,
    parent: reader.optional(relative, object.subproject_of, [...path, 'subproject_of']) ?? null,
    translationOf: reader.optional(relative, object.translation_of, [...path, 'translation_of']) ?? null,
  };
};
