import { z } from 'zod';
import { PROJECT_SLUG, PROJECT_SLUG_MAX, VERSION_SLUG, VERSION_SLUG_MAX } from '../../base/slug.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { isWebUrl } from '../../base/web-url.ts';
import type { Json, JsonObject } from '../../builds/build.ts';
import { plainText } from '../../notifications/plain-text.ts';
import { isCurrentLanguage, isProgrammingLanguage } from '../../projects/languages.ts';
import { CURRENT_PRIVACY_LEVELS, DEFAULT_SCHEME, VERSIONING_SCHEMES } from '../../projects/project.ts';
import { repositoryUrlError } from '../../projects/repository-url.ts';
import { CURRENT_REDIRECT_TYPES, REDIRECT_URL_MAX } from '../../redirects/rules/current-rule.ts';
import type { RemoteBuild, RemoteObject } from '../link.ts';
import type { RemoteKind } from '../remote.ts';
import type { Fields } from '../sync-fields.ts';
import { canonicalHomepage, canonicalTags, redirectFieldsOf } from './canonical-fields.ts';
import { isPrintable, type Path, type Shaped, ShapeReader } from './shape-findings.ts';

/*
 * What the service answers (live-service.md 3), read without trust: a field that does not fit is left out and named, so
 * that it is neither compared nor taken; an object without a usable identity is left out whole.
 */

/** What the readers know beside the answer. */
export type ShapeContext = { readonly service: RemoteKind; readonly now: Timestamp };

/** Reads one object of an answer. */
export type ReadObject<T> = (
  input: unknown,
  path: Path,
  reader: ShapeReader,
  context: ShapeContext,
) => T | undefined;

const key = z.int().positive();
const flag = z.boolean();
/** A text of one line, in code points as the service counts. */
const line = (max: number) =>
  z
    .string()
    .refine((text) => text.length <= max || (text.length <= 2 * max && [...text].length <= max), {
      error: `It is longer than ${max} characters.`,
      abort: true,
    })
    .refine(isPrintable, 'It holds characters that cannot be shown.');
const filled = (max: number) => line(max).refine((text) => text.trim() !== '', 'It is blank.');
const projectSlug = line(PROJECT_SLUG_MAX).regex(PROJECT_SLUG, 'This is no slug of a project.');
const versionSlug = line(VERSION_SLUG_MAX).regex(VERSION_SLUG, 'This is no slug of a version.');
const code = <T extends string>(isKnown: (text: T) => boolean) =>
  z
    .object({ code: z.string().max(50) })
    .refine(({ code: text }) => isKnown(text as T), 'This code is not known here.')
    .transform(({ code: text }) => text);
const privacy = z.enum(CURRENT_PRIVACY_LEVELS);
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

const VERSION_FIELDS = { active: flag, hidden: flag, privacy_level: privacy } as const;
const VERBOSE_NAME = filled(255);
const IDENTIFIER = line(255).nullable();
const VERSION_TYPE = z.enum(['branch', 'tag', 'unknown']);
const NOT_SHOWN_OF_VERSION = new Set([
  ...Object.keys(VERSION_FIELDS),
  '_links',
  'aliases',
  'identifier',
  'type',
]);

/** Reads a version; its `slug`, `verbose_name`, `identifier` and `type` are among the shown fields. */
export const readVersion: ReadObject<RemoteObject> = (input, path, reader) => {
  const object = reader.object(input, path);
  if (!object) return undefined;
  const id = reader.value(key, object.id, [...path, 'id']);
  const slug = reader.value(versionSlug, object.slug, [...path, 'slug']);
  const name = reader.value(VERBOSE_NAME, object.verbose_name, [...path, 'verbose_name']);
  if (id === undefined || slug === undefined || name === undefined) return undefined;
  const identifier = reader.optional(IDENTIFIER, object.identifier, [...path, 'identifier']) ?? null;
  const type = reader.optional(VERSION_TYPE, object.type, [...path, 'type']) ?? 'unknown';
  const shown = reader.shown(object, NOT_SHOWN_OF_VERSION, path);
  return {
    ...{ kind: 'version', key: id, address: slug },
    fields: readFields(VERSION_FIELDS, object, path, reader),
    shown: { ...shown, slug, verbose_name: name, identifier, type },
  };
};

const redirectUrl = line(REDIRECT_URL_MAX)
  .nullish()
  .transform((url) => url ?? '');
const REDIRECT = z.object({
  pk: key,
  type: z.enum(CURRENT_REDIRECT_TYPES),
  from_url: redirectUrl,
  to_url: redirectUrl,
  force: flag.nullish().transform((force) => force ?? false),
  enabled: flag.nullish().transform((enabled) => enabled ?? true),
  description: line(255).nullish(),
  http_status: z.literal([301, 302]).default(302),
});
const REDIRECT_SHOWN = z.object({ position: z.int().min(0) });

/** Reads a redirect. One of whose rule a part does not fit is left out: the rest would redirect something else. */
export const readRedirect: ReadObject<RemoteObject> = (input, path, reader) => {
  const object = reader.object(input, path);
  const found = object && reader.value(REDIRECT, object, path);
  if (!found) return undefined;
  const { pk, type, from_url, to_url, force, enabled, description = null, http_status } = found;
  const rule = { type, fromUrl: from_url, toUrl: to_url };
  const position = reader.optional(REDIRECT_SHOWN.shape.position, object.position, [...path, 'position']);
  return {
    ...{ kind: 'redirect', key: pk, address: String(pk) },
    fields: redirectFieldsOf(rule, { force, enabled, description, httpStatus: http_status }),
    shown: { ...timesOf(object), ...(position !== undefined && { position }) },
  };
};

const VARIABLE = z.object({
  pk: key,
  name: filled(128),
  public: flag.nullish().transform((isPublic) => isPublic ?? false),
});

/** Reads a variable. A value that a service sends all the same is not looked at. */
export const readVariable: ReadObject<RemoteObject> = (input, path, reader) => {
  const object = reader.object(input, path);
  const found = object && reader.value(VARIABLE, object, path);
  if (!found) return undefined;
  const { pk, name, public: isPublic } = found;
  const identity = { kind: 'variable', key: pk, address: String(pk) } as const;
  return { ...identity, fields: { name, public: isPublic }, shown: timesOf(object) };
};

const SUBPROJECT = z.object({
  alias: filled(255).regex(/^[-\w]+(?:\/[-\w]+)*$/, 'This is no alias.'),
  child: z.object({ id: key, slug: projectSlug }),
});

/** Reads a subproject; its key is that of the child, which has one parent. */
export const readSubproject: ReadObject<RemoteObject> = (input, path, reader) => {
  const found = reader.value(SUBPROJECT, input, path);
  if (!found) return undefined;
  const { alias, child } = found;
  const fields = { child: child.slug, alias };
  return { kind: 'subproject', key: child.id, address: alias, fields, shown: {} };
};

const BUILD = z.object({
  id: key,
  version: line(VERSION_SLUG_MAX).nullish(),
  state: z.object({ code: filled(50) }),
  success: flag.nullish(),
  commit: line(255).nullish(),
  duration: z.int().min(0).max(1e9).nullish(),
});

/** Reads a build. */
export const readBuild: ReadObject<RemoteBuild> = (input, path, reader) => {
  const object = reader.object(input, path);
  const found = object && reader.value(BUILD, object, path);
  const created = found && reader.time(object.created, [...path, 'created']);
  if (!found || created === undefined) return undefined;
  const { id, version = null, state, success = null, commit = null, duration = null } = found;
  return { key: id, version, state: state.code, success, commit, created, duration };
};

/** A message of the service about a build. */
export type RemoteNotification = {
  readonly key: number;
  /** Its id there, such as `build:user:generic`; null when the service no longer knows it. */
  readonly message: string | null;
  readonly type: string | null;
  /** Plain text. */
  readonly header: string;
  readonly body: string;
};

const MAX_HTML = 20_000;
const html = z
  .string()
  .nullish()
  .transform((text) => plainText((text ?? '').slice(0, MAX_HTML)).slice(0, 2_000));
const NOTIFICATION = z.object({
  id: key,
  message: z.object({ id: filled(200), type: line(50).nullish(), header: html, body: html }).nullish(),
});

/** Reads a notification; its HTML becomes plain text. */
export const readNotification: ReadObject<RemoteNotification> = (input, path, reader) => {
  const found = reader.value(NOTIFICATION, input, path);
  if (!found) return undefined;
  const { id, message } = found;
  const said = { header: message?.header ?? '', body: message?.body ?? '' };
  return { key: id, message: message?.id ?? null, type: message?.type ?? null, ...said };
};

/** Reads one object that is a whole answer; `name` begins the paths of what does not fit. */
export function readOne<T>(
  read: ReadObject<T>,
  input: unknown,
  name: string,
  context: ShapeContext,
): Shaped<T> {
  const reader = new ShapeReader(context.now);
  return { value: read(input, [name], reader, context), findings: reader.findings };
}

function readFields(
  schemas: Readonly<Record<string, z.ZodType<Json>>>,
  object: Readonly<Record<string, unknown>>,
  path: Path,
  reader: ShapeReader,
): Fields {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const value = reader.optional(schema, object[name], [...path, name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The times of an object as texts; others than short texts are left out. */
function timesOf(object: Readonly<Record<string, unknown>>): JsonObject {
  const times = (['created', 'modified'] as const).flatMap((name) => {
    const text = object[name];
    return typeof text === 'string' && text.length <= 40 && isPrintable(text) ? [[name, text]] : [];
  });
  return Object.fromEntries(times) as JsonObject;
}
