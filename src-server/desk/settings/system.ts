import { z } from 'zod';
import { ProjectListFilter } from '../../model/projects/project-list.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { change, procedure, router } from '../procedure.ts';

/** The welcome screen offers at most this many people; others type their name. */
const MAX_PEOPLE_TO_CHOOSE = 8;

/** The program itself: what the sidebar and the welcome screen show. */
export const systemRouter = router({
  /** Returns what the frame of the window needs: version, address, who acts, how builds run. */
  state: procedure.query(({ ctx: { services, environment, actor } }) => ({
    version: environment.version,
    url: environment.url() ?? null,
    dataFolder: environment.dataFolder,
    homeFolder: environment.machine.home,
    localUser: services.settings.localUser()?.username ?? null,
    people: peopleToChoose(services, actor),
    actingAs: actor.kind === 'user' ? actor.user.username : null,
    builds: environment.builds,
    asksBeforePrivateDocs: services.docsSessions.asks(),
  })),

  /** Returns the counts of the sidebar: projects, builds that run and wait, and previews. */
  counts: procedure.query(({ ctx: { services, actor } }) => ({
    projects: services.projectList.count(actor, ProjectListFilter.parse({})),
    ...services.buildHistory.inFlight(actor),
    previews: actor.kind === 'operator' ? services.previews.list(actor).length : 0,
  })),

  /** Returns where secrets are kept. It may take until the keychain is unlocked. */
  secrets: procedure.query(({ ctx }) => ctx.environment.secrets.state()),

  /** Sets the name of the person at this machine, at the first run. */
  welcome: procedure
    .input(z.object({ username: z.string() }))
    .mutation(
      change(({ ctx, input }) => ctx.services.settings.setLocalUser(ctx.actor, input.username).username),
    ),
});

/** Returns the names of the people that are there before the first run, as after `serve --user mira`; none afterwards. */
function peopleToChoose({ settings, users }: Services, actor: Actor): readonly string[] {
  if (actor.kind === 'user' || settings.localUser() !== undefined) return [];
  const active = users.list(actor).filter((user) => user.active);
  return active.slice(0, MAX_PEOPLE_TO_CHOOSE).map(({ username }) => username);
}
