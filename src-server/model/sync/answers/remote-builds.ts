import { z } from 'zod';
import { VERSION_SLUG_MAX } from '../../base/slug.ts';
import { plainText } from '../../notifications/plain-text.ts';
import type { RemoteBuild } from '../link.ts';
import { filled, flag, key, line, type ReadObject } from './read-object.ts';

/* What is only shown of a project there: its builds, and what the service says about one. */

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
