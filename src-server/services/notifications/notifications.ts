import { NotFound } from '../../model/base/problems.ts';
import { messageOf, type NotificationMessage } from '../../model/notifications/messages.ts';
import type {
  Notification,
  NotificationState,
  NotifiedObject,
} from '../../model/notifications/notification.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** What a notification is about, as addresses name it. */
export type NotificationPlace =
  | { readonly kind: 'build'; readonly project: string; readonly id: number }
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'user'; readonly username: string };

/** A notification with its text; `text` is null when the message is not known here. */
export type NotificationRecord = Notification & {
  readonly text: NotificationMessage | null;
  readonly place: NotificationPlace;
};

/** The states that a list shows; undefined for all. */
export type StateFilter = readonly NotificationState[] | undefined;

const ALL: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates the service of notifications of builds, projects and users (live-service.md 1 and 3). */
export function createNotifications(context: ServiceContext) {
  const { store, access, changes } = context;

  /** Returns a build's object when the actor may see the build. @throws NotFound */
  function visibleBuild(actor: Actor, projectSlug: string, id: number): NotifiedObject {
    const { project } = access.visibleProject(actor, projectSlug);
    const build = store.builds.byId(id);
    const version = build && store.versions.byId(build.versionId);
    if (build?.projectId !== project.id || !version || !access.canSeePages(actor, version))
      throw new NotFound();
    return { kind: 'build', id };
  }

  /** @throws NotFound @throws Forbidden */
  function ownProject(actor: Actor, projectSlug: string): NotifiedObject {
    return { kind: 'project', id: access.maintained(actor, projectSlug).id };
  }

  /** @throws NotFound @throws Forbidden */
  function ownUser(actor: Actor, username: string): NotifiedObject {
    const user = store.users.byUsername(username);
    if (!user) throw new NotFound();
    access.requireSelf(actor, user.id);
    return { kind: 'user', id: user.id };
  }

  function placeOf({ kind, id }: NotifiedObject): NotificationPlace {
    if (kind === 'build') return { kind, id, project: store.builds.byId(id)?.projectSlug ?? '' };
    if (kind === 'project') return { kind, project: store.projects.byId(id)?.project.slug ?? '' };
    return { kind, username: store.users.byId(id)?.username ?? '' };
  }

  const complete = (notification: Notification): NotificationRecord => ({
    ...notification,
    text: messageOf(notification),
    place: placeOf(notification.about),
  });

  function list(about: NotifiedObject, states: StateFilter, request: PageRequest): Page<NotificationRecord> {
    const { count, items } = store.notifications.of(about, states, request);
    return { count, items: items.map(complete) };
  }

  /** @throws NotFound */
  function find({ kind, id: subjectId }: NotifiedObject, id: number): Notification {
    const found = store.notifications.byId(id);
    if (found?.about.kind !== kind || found.about.id !== subjectId) throw new NotFound();
    return found;
  }

  /** Checks that an actor may change what is said about an object. @throws Forbidden */
  function requireOwner(actor: Actor, { kind, id }: NotifiedObject): void {
    if (kind === 'user') access.requireSelf(actor, id);
    else access.requireMaintainer(actor, projectOf({ kind, id }) ?? 0);
  }

  function projectOf({ kind, id }: NotifiedObject): number | undefined {
    return kind === 'build' ? store.builds.byId(id)?.projectId : kind === 'project' ? id : undefined;
  }

  return {
    /** Lists what is said about a build, for everybody who may see the build. @throws NotFound */
    ofBuild: (
      actor: Actor,
      projectSlug: string,
      buildId: number,
      states: StateFilter,
      request: PageRequest,
    ): Page<NotificationRecord> => list(visibleBuild(actor, projectSlug, buildId), states, request),

    /** @throws NotFound */
    getOfBuild: (actor: Actor, projectSlug: string, buildId: number, id: number): NotificationRecord =>
      complete(find(visibleBuild(actor, projectSlug, buildId), id)),

    /** Lists what is said about a project, for maintainers. @throws NotFound @throws Forbidden */
    ofProject: (
      actor: Actor,
      projectSlug: string,
      states: StateFilter,
      request: PageRequest,
    ): Page<NotificationRecord> => list(ownProject(actor, projectSlug), states, request),

    /** @throws NotFound @throws Forbidden */
    getOfProject: (actor: Actor, projectSlug: string, id: number): NotificationRecord =>
      complete(find(ownProject(actor, projectSlug), id)),

    /** Lists what is said to a user, for that user. @throws NotFound @throws Forbidden */
    ofUser: (
      actor: Actor,
      username: string,
      states: StateFilter,
      request: PageRequest,
    ): Page<NotificationRecord> => list(ownUser(actor, username), states, request),

    /** @throws NotFound @throws Forbidden */
    getOfUser: (actor: Actor, username: string, id: number): NotificationRecord =>
      complete(find(ownUser(actor, username), id)),

    /**
     * Lists the unread and read ones of the caller and of their projects, never those of builds.
     * @throws NotAuthenticated
     */
    mine(actor: Actor, states: StateFilter, request: PageRequest): Page<NotificationRecord> {
      const viewer = access.viewerOf(actor);
      const { count, items } = store.notifications.ofUserAndProjects(viewer, states, request);
      return { count, items: items.map(complete) };
    },

    /**
     * Lists what the window's bell shows: `mine`, and why builds failed whose version has no newer one.
     * @throws NotAuthenticated
     */
    ofDesk(actor: Actor, request: PageRequest): readonly NotificationRecord[] {
      return store.notifications.ofDesk(access.viewerOf(actor), request).items.map(complete);
    },

    /** Counts the unread ones of `ofDesk`. @throws NotAuthenticated */
    unreadOfDesk: (actor: Actor): number => store.notifications.unreadOfDesk(access.viewerOf(actor)),

    /** Returns one that `mine` lists. @throws NotAuthenticated @throws NotFound */
    getMine(actor: Actor, id: number): NotificationRecord {
      const { items } = store.notifications.ofUserAndProjects(access.viewerOf(actor), undefined, ALL);
      const found = items.find((notification) => notification.id === id);
      if (!found) throw new NotFound();
      return complete(found);
    },

    /** Sets the state of a notification. @throws NotFound @throws Forbidden */
    setState(actor: Actor, id: number, state: NotificationState): void {
      store.change(() => {
        const before = store.notifications.byId(id);
        if (!before) throw new NotFound();
        requireOwner(actor, before.about);
        if (before.state === state) return;
        store.notifications.setState(id, state);
        const projectId = projectOf(before.about);
        changes.record(actor, {
          action: 'notification.update',
          subjectId: id,
          ...(projectId !== undefined && { projectId }),
          before: { message: before.message, state: before.state },
          after: { message: before.message, state },
        });
      });
    },
  };
}

export type NotificationsService = ReturnType<typeof createNotifications>;
