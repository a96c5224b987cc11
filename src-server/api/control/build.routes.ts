import { z } from 'zod';
import { NotFound } from '../../model/base/problems.ts';
import { Advance } from '../../model/builds/advance.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

const Builder = z.strictObject({
  script: z.union([z.string(), z.looseObject({}), z.null()], {
    error: 'Give the name of a script, a script, or null to run builds again.',
  }),
});

/** Moves played builds on, and attaches the scripts that play them. */
export const buildRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: 'builds/:id/advance',
    body: Advance,
    run({ services, actor, body, param }) {
      if (!/^\d{1,15}$/.test(param('id'))) throw new NotFound();
      const { id, state, success, error, projectSlug, versionSlug } = services.playedBuilds.advance(
        actor,
        Number(param('id')),
        body,
      );
      return { id, project: projectSlug, version: versionSlug, state, success, error };
    },
  }),
  controlRoute({
    method: 'PUT',
    path: 'projects/:slug/builder',
    body: Builder,
    run({ services, actor, param, body: { script } }) {
      const { buildScripts } = services;
      if (typeof script !== 'object' || script === null) {
        buildScripts.attach(actor, param('slug'), script);
        return { project: param('slug'), script };
      }
      return { project: param('slug'), script: buildScripts.attachNew(actor, param('slug'), script) };
    },
  }),
];
