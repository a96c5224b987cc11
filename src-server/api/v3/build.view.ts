import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { BUILD_STATES_OF_2020, finishedAt, isEnded, stateIn2020 } from '../../model/builds/build.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { RawJson } from '../http/answer-json.ts';
import { projectPath } from './paths.ts';

/** Schema of a build in v3. */
export const BuildSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.string(), project: z.string(), version: z.string() }),
    commit: z.string().nullable(),
    config: z.record(z.string(), z.json()).optional(),
    created: z.iso.datetime(),
    duration: z.int().nullable(),
    error: z.string().nullable(),
    finished: z.iso.datetime().nullable(),
    id: z.int(),
    project: z.string(),
    state: z.strictObject({ code: z.enum(BUILD_STATES_OF_2020), name: z.string() }),
    success: z.boolean().nullable(),
    version: z.string(),
  })
  .meta({ id: 'Build' });

/** Makes v3's build; `config` is included on request only. */
export function buildView(build: BuildEntry, withConfig = false): object {
  const finished = finishedAt(build);
  const project = projectPath(build.projectSlug);
  const state = stateIn2020(build.state);
  return {
    _links: {
      _self: `${project}builds/${build.id}/`,
      project,
      version: `${project}versions/${build.versionSlug}/`,
    },
    commit: build.commit,
    ...(withConfig && { config: new RawJson(build.configText) }),
    created: formatTimestamp(build.created),
    duration: build.duration,
    error: build.error || null,
    finished: finished === null ? null : formatTimestamp(finished),
    id: build.id,
    project: build.projectSlug,
    state: { code: state, name: state.charAt(0).toUpperCase() + state.slice(1) },
    success: isEnded(build.state) ? build.success : null,
    version: build.versionSlug,
  };
}
