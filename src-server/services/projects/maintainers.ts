import { Conflict, Invalid, NotFound } from '../../model/base/problems.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Error on `username`: there is no such user. */
export function unknownUserMessage(username: string): string {
  return `There is no user called "${username}".`;
}

/** Error on `username`: this user maintains the project already. */
export function alreadyMaintainsMessage(username: string, project: string): string {
  return `${username} maintains ${project} already.`;
}

/** Creates the service of a project's maintainers. Each maintainer can add and remove others. */
export function createMaintainers(context: ServiceContext) {
  const { store, access, changes } = context;

  return {
    /** Adds a maintainer. @throws NotFound @throws Forbidden @throws Invalid on `username` */
    add(actor: Actor, projectSlug: string, username: string): void {
      store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const user = store.users.byUsername(username.trim());
        if (!user) throw new Invalid({ username: [unknownUserMessage(username)] });
        if (store.projects.isMaintainer(project.id, user.id)) {
          throw new Invalid({ username: [alreadyMaintainsMessage(user.username, project.name)] });
        }
        store.projects.addMaintainer(project.id, user.id);
        changes.record(actor, {
          action: 'project.add-maintainer',
          subjectId: project.id,
          projectId: project.id,
          after: { userId: user.id, username: user.username },
        });
      });
    },

    /**
     * Removes a maintainer and keeps what they made. @throws NotFound also for a user who does not maintain the project
     * @throws Forbidden @throws Conflict for the last maintainer, since a project needs one
     */
    remove(actor: Actor, projectSlug: string, username: string): void {
      store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const user = store.users.byUsername(username);
        if (!user || !store.projects.isMaintainer(project.id, user.id)) throw new NotFound();
        if ((store.projects.byId(project.id)?.maintainers.length ?? 0) < 2) {
          throw new Conflict(
            `${user.username} is the only maintainer of ${project.name}. Add somebody else first.`,
          );
        }
        const position = store.projects.removeMaintainer(project.id, user.id) ?? 0;
        changes.record(actor, {
          action: 'project.remove-maintainer',
          subjectId: project.id,
          projectId: project.id,
          before: { userId: user.id, username: user.username, position },
        });
      });
    },
  };
}

export type MaintainersService = ReturnType<typeof createMaintainers>;
