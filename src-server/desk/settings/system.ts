import { z } from 'zod';
import { ProjectListFilter } from '../../model/projects/project-list.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { change, procedure, router } from '../procedure.ts';

/** The program itself: what the sidebar and the welcome show. */
export const systemRouter = router({
  /** Version, address, who acts, what is running: everything the frame of the window needs. */
  state: procedure.query(({ ctx: { services, environment, actor } }) => ({
    version: environment.version,
    url: environment.url() ?? null,
    dataFolder: environment.dataFolder,
    localUser: services.settings.localUser()?.username ?? null,
    suggestedName: suggestedName(services, actor),
    actingAs: actor.kind === 'user' ? actor.user.username : null,
    builds: environment.builds,
  })),

  /** What the sidebar counts: projects, and builds that run and wait. */
  counts: procedure.query(({ ctx: { services, actor } }) => ({
    projects: services.projectList.count(actor, ProjectListFilter.parse({})),
    ...services.buildHistory.inFlight(actor),
  })),

  /** Where secrets lie. It may take until somebody has unlocked the keychain. */
  secrets: procedure.query(({ ctx }) => ctx.environment.secrets.state()),

  /** First run: the name of the person at this machine. */
  welcome: procedure
    .input(z.object({ username: z.string() }))
    .mutation(
      change(({ ctx, input }) => ctx.services.settings.setLocalUser(ctx.actor, input.username).username),
    ),
});

/** Before the welcome: the name of whoever is the only one here, as after `serve --user mira`. Else null. */
function suggestedName({ settings, users }: Services, actor: Actor): string | null {
  if (actor.kind === 'user' || settings.localUser() !== undefined) return null;
  const [only, ...more] = users.list(actor).filter(({ active }) => active);
  return only && more.length === 0 ? only.username : null;
}
