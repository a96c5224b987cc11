import { z } from 'zod';
import { CURRENT_REDIRECT_TYPES, REDIRECT_URL_MAX } from '../../redirects/rules/current-rule.ts';
import type { RemoteObject } from '../link.ts';
import { redirectFieldsOf } from './canonical-fields.ts';
import {
  filled,
  flag,
  key,
  line,
  privacy,
  projectSlug,
  type ReadObject,
  readFields,
  timesOf,
  versionSlug,
} from './read-object.ts';

/* What belongs to a project and is synced: versions, redirects, variables and subprojects. */

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
