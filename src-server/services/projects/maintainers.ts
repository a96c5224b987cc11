import { Conflict, Invalid, NotFound } from '../../model/base/problems.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** On `username`: nobody is called that. */
export function unknownUserMessage(username: string): string {
  return `There is no user called "${username}".`;
}

/** On `username`: the project is theirs already. */
export function alreadyMaintainsMessage(username: string, project: string): string {
  return `${username} maintains ${project} already.`;
}

/** Who maintains a project. Any of its maintainers may add and remove others. */
export function createMaintainers(context: ServiceContext) {
  const { store, access, changes } = context;

  return {
    /** @throws NotFound @throws Forbidden @throws Invalid on `username` */
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
     * Nothing that they made is removed. @throws NotFound also for somebody who does not maintain it @throws Forbidden
     * @throws Conflict for the last one: a project without maintainers would be nobody's
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
