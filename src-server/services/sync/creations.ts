import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { UnlinkedProject } from '../../store/tables/sync/remote-catalogue.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Creates what plans projects of this computer to be created on a remote: only those that somebody chose. */
export function createCreations({ store, access, changes, clock }: ServiceContext) {
  function record(
    actor: Actor,
    action: 'sync.create' | 'sync.cancel-create',
    id: number,
    slug: string,
    remote: string,
  ) {
    const fields = { slug, remote };
    const told = action === 'sync.create' ? { after: fields } : { before: fields };
    changes.record(actor, { action, subjectId: id, projectId: id, ...told });
  }

  return {
    /** Lists projects that are linked with no remote, by slug. @throws Forbidden */
    creatable(actor: Actor, _remoteId: number, text: string, limit: number): UnlinkedProject[] {
      access.requireOperator(actor);
      return store.sync.catalogue.unlinked(text.trim().toLowerCase(), limit);
    },

    /**
     * Plans projects to be created on a remote by the next push. @throws Forbidden @throws NotFound
     * @throws Conflict for one that is linked already
     */
    create(actor: Actor, remoteId: number, slugs: readonly string[]): void {
      access.requireOperator(actor);
      store.change(() => {
        const remote = store.sync.remotes.byId(remoteId);
        if (!remote) throw new NotFound('There is no such remote.');
        for (const slug of slugs) {
          const { id } = access.maintained(actor, slug);
          const linked = store.sync.links.byLocal('project', id);
          if (linked) throw new Conflict(`${slug} is linked with a remote already.`);
          store.sync.links.insert({
            ...{ remoteId, kind: 'project', localId: id, remoteKey: null, projectLink: null, address: slug },
            ...{ base: null, theirs: null, deletedThere: false, ignored: {}, shown: {}, seenAt: clock() },
          });
          record(actor, 'sync.create', id, slug, remote.name);
        }
      });
    },

    /** Takes back that projects are to be created. @throws Forbidden @throws NotFound @throws Conflict for another */
    cancelCreate(actor: Actor, slugs: readonly string[]): void {
      access.requireOperator(actor);
      store.change(() => {
        for (const slug of slugs) {
          const { id } = access.maintained(actor, slug);
          const link = store.sync.links.byLocal('project', id);
          if (!link || link.remoteKey !== null)
            throw new Conflict(`${slug} is not to be created on a remote.`);
          store.sync.links.remove(link.id);
          record(actor, 'sync.cancel-create', id, slug, store.sync.remotes.byId(link.remoteId)?.name ?? '');
        }
      });
    },
  };
}
