import { z } from 'zod';
import { formatTimestamp } from '../../../model/base/timestamp.ts';
import { BUILD_STATES, finishedAt, isEnded } from '../../../model/builds/build.ts';
import type { BuildEntry } from '../../../store/tables/builds/builds.ts';
import { RawJson } from '../../http/answer-json.ts';
import { dashboardPath, type Href, projectPath, versionEditPath } from './links.ts';

/** Schema of a build. */
export const BuildSchema = z
  .strictObject({
    _links: z.strictObject({
      _self: z.url(),
      notifications: z.url(),
      project: z.url(),
      version: z.url().nullable(),
    }),
    commit: z.string().nullable(),
    config: z.record(z.string(), z.json()).optional(),
    created: z.iso.datetime(),
    duration: z.int().nullable(),
    error: z.literal(''),
    finished: z.iso.datetime().nullable(),
    id: z.int(),
    project: z.string(),
    state: z.strictObject({ code: z.enum(BUILD_STATES), name: z.string() }),
    success: z.boolean().nullable(),
    urls: z.strictObject({ build: z.url(), project: z.url(), version: z.url().nullable() }),
    version: z.string().nullable(),
  })
  .meta({ id: 'Build' });

/**
 * Makes a build; `config` is included on request only. Why it failed is in its notifications, so `error` is empty. The
 * duration is known at the end: a client that waits for `finished` would otherwise take a running build for an ended one.
 */
export function buildView(build: BuildEntry, href: Href, withConfig = false): object {
  const { projectSlug, versionSlug, state } = build;
  const duration = isEnded(state) ? build.duration : null;
  const finished = finishedAt(build);
  const self = href(projectPath(projectSlug, 'builds', build.id));
  return {
    _links: {
      _self: self,
      notifications: `${self}notifications/`,
      project: href(projectPath(projectSlug)),
      version: href(projectPath(projectSlug, 'versions', versionSlug)),
    },
    commit: build.commit,
    ...(withConfig && { config: new RawJson(build.configText) }),
    created: formatTimestamp(build.created),
    duration,
    error: '',
    finished: finished === null ? null : formatTimestamp(finished),
    id: build.id,
    project: projectSlug,
    state: { code: state, name: state.charAt(0).toUpperCase() + state.slice(1) },
    success: isEnded(state) ? build.success : null,
    urls: {
      build: href(dashboardPath(projectSlug, 'builds', build.id)),
      project: href(dashboardPath(projectSlug)),
      version: href(versionEditPath(projectSlug, versionSlug)),
    },
    version: versionSlug,
  };
}

/** What stands for a build that was not triggered (live-service.md 2, "Version update and trigger"). */
export const NO_BUILD = {
  ...{ _links: {}, commit: '', created: null, duration: null },
  ...{ state: { code: '' }, urls: { build: '' } },
};

/** Schema of what stands for a build that was not triggered. */
export const NoBuildSchema = z.strictObject({
  _links: z.strictObject({}),
  commit: z.literal(''),
  created: z.null(),
  duration: z.null(),
  state: z.strictObject({ code: z.literal('') }),
  urls: z.strictObject({ build: z.literal('') }),
});
