import { type BulkItem, type BulkReport, uniqueKeys } from '../../model/base/bulk.ts';
import { Invalid } from '../../model/base/problems.ts';
import type { User } from '../../model/users/user.ts';
import type { ProjectListEntry } from '../../store/indexes/project-list-index.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { notMaintainedMessage } from '../versions/bulk-versions.ts';
import { alreadyMaintainsMessage, type MaintainersService, unknownUserMessage } from './maintainers.ts';

/** Creates the service that changes many projects at once, each change with a preview (see `bulk-versions.ts`). */
export function createBulkProjects(
  context: ServiceContext,
  maintainers: MaintainersService,
  removeProject: (actor: Actor, slug: string) => void,
) {
  const { store, access } = context;

  function plan(
    actor: Actor,
    slugs: readonly string[],
    preview: (project: ProjectListEntry) => Pick<BulkItem, 'outcome' | 'note'>,
  ): BulkItem[] {
    const projects = store.projectList.projects();
    return uniqueKeys(slugs).map((key) => {
      const project = projects.get(store.projects.idOf(key) ?? 0);
      if (!project || !access.maintains(actor, project.id)) {
        return { key, name: key, outcome: 'refused', note: notMaintainedMessage(key) };
      }
      return { key, name: project.name, ...preview(project) };
    });
  }

  /** @throws Invalid on `username` */
  function findUser(username: string): User {
    const user = store.users.byUsername(username.trim());
    if (!user) throw new Invalid({ username: [unknownUserMessage(username)] });
    return user;
  }

  function planMaintainer(actor: Actor, slugs: readonly string[], user: User): BulkItem[] {
    return plan(actor, slugs, (project) =>
      project.people.some(({ id }) => id === user.id)
        ? { outcome: 'same', note: alreadyMaintainsMessage(user.username, project.name) }
        : { outcome: 'change', note: '' },
    );
  }

  function planRemoval(actor: Actor, slugs: readonly string[]): BulkItem[] {
    return plan(actor, slugs, (project) => ({ outcome: 'change', note: contents(project.id) }));
  }

  function contents(projectId: number): string {
    const { versions, builds, redirects, environmentVariables } = store.trash.contentsOf(projectId);
    const parts = [
      formatCount(versions, 'version'),
      formatCount(builds, 'build'),
      formatCount(redirects, 'redirect'),
      formatCount(environmentVariables, 'variable'),
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `With ${parts.join(', ')}.`;
  }

  return {
    /** @throws Invalid on `username` for nobody */
    previewMaintainer(actor: Actor, slugs: readonly string[], username: string): BulkReport {
      return store.read(() => ({ items: planMaintainer(actor, slugs, findUser(username)) }));
    },

    /** @throws Invalid on `username` for nobody */
    addMaintainer(actor: Actor, slugs: readonly string[], username: string): BulkReport {
      return store.change(() => {
        const user = findUser(username);
        const items = planMaintainer(actor, slugs, user);
        for (const { key, outcome } of items) {
          if (outcome === 'change') maintainers.add(actor, key, user.username);
        }
        return { items };
      });
    },

    /** Previews a removal; the note of each project says what is deleted with it. */
    previewRemoval(actor: Actor, slugs: readonly string[]): BulkReport {
      return store.read(() => ({ items: planRemoval(actor, slugs) }));
    },

    remove(actor: Actor, slugs: readonly string[]): BulkReport {
      return store.change(() => {
        const items = planRemoval(actor, slugs);
        for (const { key, outcome } of items) if (outcome === 'change') removeProject(actor, key);
        return { items };
      });
    },
  };
}

export type BulkProjects = ReturnType<typeof createBulkProjects>;

function formatCount(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
