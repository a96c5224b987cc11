import { type Fields, REDIRECT_ORDER, type SyncKind } from '../../../model/sync/sync-fields.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { createRelationWrites } from './relation-writes.ts';
import { createRowWrites, orderIn, projectWith, versionWith } from './row-writes.ts';

/** Fields of the service that one object takes. */
export type Taken = {
  readonly kind: SyncKind;
  readonly localId: number;
  /** Fields of the object here. */
  readonly local: Fields;
  readonly take: Fields;
  readonly projectLink: number;
};

/**
 * Creates what writes fields of the service into one row, and returns the id of that row; undefined when they do not fit.
 * Changes run in the caller's transaction.
 */
export function createTakeFields(context: ServiceContext) {
  const { store } = context;
  const writes = createRowWrites(context);
  const relations = createRelationWrites(context);

  return function takeFields(
    actor: Actor,
    { kind, localId, local, take, projectLink }: Taken,
  ): number | undefined {
    if (Object.keys(take).length === 0) return localId;
    if (kind === 'project') {
      const project = store.projects.byId(localId)?.project;
      if (!project) return localId;
      writes.saveProject(actor, project, projectWith(project, take));
      const order = orderIn(take);
      if (REDIRECT_ORDER in take && order) writes.takeOrder(actor, localId, order, redirectsOf(projectLink));
    } else if (kind === 'version') {
      const version = store.versions.byId(localId);
      if (version) writes.saveVersion(actor, version, versionWith(version, take));
    } else if (kind === 'redirect') {
      const redirect = store.redirects.byId(localId);
      if (redirect) writes.saveRedirect(actor, redirect, local, take);
    } else if (kind === 'variable') {
      const variable = store.environmentVariables.byId(localId);
      if (variable && typeof take.public === 'boolean') writes.setPublic(actor, variable, take.public);
    } else if (kind === 'subproject' && typeof take.alias === 'string')
      // Another alias is another row.
      return relations.rename(actor, localId, take.alias)?.id;
    return localId;
  };

  function redirectsOf(projectLink: number): ReadonlyMap<number, number> {
    const links = store.sync.links.ofProject(projectLink).filter(({ kind }) => kind === 'redirect');
    return new Map(links.map(({ remoteKey, localId }) => [remoteKey ?? 0, localId]));
  }
}
