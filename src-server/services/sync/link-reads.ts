import { NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import { type BuildRequestState, isInConflict, type LocalProject } from '../../model/sync/differences.ts';
import type { RemoteBuild } from '../../model/sync/link.ts';
import type { RemoteKind } from '../../model/sync/remote.ts';
import type { Fields, SyncKind } from '../../model/sync/sync-fields.ts';
import type { LinkMark } from '../../store/tables/sync/remote-catalogue.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { readLocalProject, readObject } from './rows/local-projects.ts';

/** What a linked project stands for. */
export type ProjectLink = {
  readonly remote: {
    readonly id: number;
    readonly name: string;
    readonly kind: RemoteKind;
    readonly address: string;
  };
  /** Slug there. */
  readonly address: string;
  /** Whether it is to be created there. */
  readonly isNew: boolean;
  /** Number of changes to push; null while they have to be counted. */
  readonly outgoing: number | null;
  readonly conflicts: number;
  /** Gone there, or no longer the account's. */
  readonly isGone: boolean;
  /** Read-only fields of the service. */
  readonly shown: JsonObject;
  readonly seenAt: Timestamp;
  readonly lastPull: Timestamp | null;
  /** Builds there that were asked for, by the id of the version here. */
  readonly requests: readonly { readonly version: number; readonly state: BuildRequestState }[];
};

/** A pull of one project, as the list of incoming changes shows it. */
export type PulledProject = {
  readonly batch: number;
  readonly at: Timestamp;
  readonly projectId: number;
  readonly slug: string;
  readonly isNew: boolean;
  /** Objects that were changed. */
  readonly changes: number;
  readonly isUndone: boolean;
};

/** What is stored of a project there, for a pull that asks only for what can have changed. */
export type PulledState = {
  /** Whether it had subprojects at the last pull or push: the last one may be gone there. */
  readonly isParent: boolean;
  readonly modified: string | null;
  /** State of each stored build, by its id there. */
  readonly builds: ReadonlyMap<number, string>;
  /** Whether one of its subprojects there is wanted here and not yet known as one. */
  readonly lacksSubproject: boolean;
};

/** Creates what reads links for the window, for pulls and for pushes. */
export function createLinkReads({ store, access }: ServiceContext) {
  return {
    /** Returns what a project is linked with; null for one that is only here. @throws NotFound @throws Forbidden */
    linkOf(actor: Actor, projectSlug: string): ProjectLink | null {
      access.requireOperator(actor);
      if (!store.outgoingMarks.hasRemotes()) return null;
      const link = store.sync.links.byLocal('project', access.maintained(actor, projectSlug).id);
      const remote = link && store.sync.remotes.byId(link.remoteId);
      if (!link || !remote) return null;
      const { id, name, kind, address: apiAddress, lastPull } = remote;
      const { address, shown, seenAt, remoteKey, deletedThere: isGone } = link;
      const links = store.sync.links.ofProject(link.id);
      const states = store.sync.requests.ofProject(link.id);
      return {
        ...{ remote: { id, name, kind, address: apiAddress }, address, shown, seenAt, lastPull, isGone },
        isNew: remoteKey === null,
        outgoing: store.sync.links.outgoingOf(link.id),
        conflicts: [link, ...links].filter(isInConflict).length,
        requests: links.flatMap(({ id: of, localId: version }) => {
          const state = states.get(of);
          return state === undefined ? [] : [{ version, state }];
        }),
      };
    },

    /** Returns what lists show of the linked ones of these projects; null without any remote. @throws Forbidden */
    marks(actor: Actor, slugs: readonly string[]): readonly LinkMark[] | null {
      access.requireOperator(actor);
      return store.outgoingMarks.hasRemotes() ? store.sync.catalogue.marks(slugs) : null;
    },

    /** Lists recent pulls of projects, newest first; `before` goes on after a batch. @throws Forbidden @throws NotFound */
    incoming(
      actor: Actor,
      remoteId: number,
      { before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number; readonly limit: number },
    ): PulledProject[] {
      access.requireOperator(actor);
      return store.sync.pulled.ofRemote(remoteId, before, limit).map(({ batch, at, projectId, after }) => ({
        ...{ batch, at, projectId, slug: String(after.slug ?? ''), isNew: after.isNew === true },
        changes: typeof after.changes === 'number' ? after.changes : 1,
        isUndone: store.journal.isUndone(batch),
      }));
    },

    /** Lists the newest builds of a project on the service. @throws NotFound @throws Forbidden */
    remoteBuilds(actor: Actor, projectSlug: string): RemoteBuild[] {
      const project = access.maintained(actor, projectSlug);
      if (!store.outgoingMarks.hasRemotes()) return [];
      const link = store.sync.links.byLocal('project', project.id);
      return link ? store.sync.builds.ofProject(link.id) : [];
    },

    /** Lists the ids of the variables of a project that the service has too. @throws NotFound @throws Forbidden */
    variablesThere(actor: Actor, projectSlug: string): number[] {
      const project = access.maintained(actor, projectSlug);
      if (!store.outgoingMarks.hasRemotes()) return [];
      const link = store.sync.links.byLocal('project', project.id);
      const links = link ? store.sync.links.ofProject(link.id) : [];
      return links.flatMap(({ kind, localId, remoteKey }) =>
        kind === 'variable' && remoteKey !== null ? [localId] : [],
      );
    },

    /** Returns what the last pull stored of a project there; null when it is not linked. @throws Forbidden */
    pulledState(actor: Actor, remoteId: number, key: number): PulledState | null {
      access.requireOperator(actor);
      const link = store.sync.links.byKey(remoteId, 'project', key);
      if (!link) return null;
      const { modified } = link.shown;
      const builds = store.sync.builds.ofProject(link.id).map((build) => [build.key, build.state] as const);
      const isParent = store.sync.links.ofProject(link.id).some(({ kind }) => kind === 'subproject');
      return {
        modified: typeof modified === 'string' ? modified : null,
        builds: new Map(builds),
        isParent,
        lacksSubproject: store.sync.catalogue.lacksSubproject(remoteId, link.id, link.address),
      };
    },

    /** Returns the fields of one object here; undefined when it was removed. @throws Forbidden */
    localFields(actor: Actor, kind: SyncKind, id: number): Fields | undefined {
      access.requireOperator(actor);
      return readObject(store, kind, id, store.sync.links.byLocal(kind, id)?.remoteId ?? 0)?.fields;
    },

    /** Returns a linked project as it is here, with its links. @throws Forbidden @throws NotFound */
    localProject(actor: Actor, projectId: number): LocalProject {
      access.requireOperator(actor);
      const link = store.sync.links.byLocal('project', projectId);
      const local = link && readLocalProject(store, link);
      if (!local) throw new NotFound('The project is not linked, or it was removed.');
      return local;
    },
  };
}
