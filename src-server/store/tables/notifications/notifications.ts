import type { Database } from 'better-sqlite3';
import type { JsonObject } from '../../../model/builds/build.ts';
import type {
  Notification,
  NotificationState,
  NotifiedKind,
  NotifiedObject,
} from '../../../model/notifications/notification.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

/** A notification before it is stored. */
export type NewNotification = Omit<Notification, 'id' | 'state'>;

type Row = {
  id: number;
  build_id: number | null;
  project_id: number | null;
  user_id: number | null;
  message: string;
  details: string;
  state: string;
  dismissable: number;
  news: number;
  modified: number;
};

/** The column of each kind, which is also in the name of its index. */
const COLUMNS = { build: 'build_id', project: 'project_id', user: 'user_id' } as const;
const KINDS = Object.keys(COLUMNS) as NotifiedKind[];

/** SQL: whether a notification is of the viewer or of a project that they maintain. */
const OF_VIEWER = `n.build_id IS NULL AND (@viewerId IS NULL OR n.user_id = @viewerId
  OR n.project_id IN (SELECT m.project_id FROM project_users m WHERE m.user_id = @viewerId))`;

/** SQL: whether it says why a build of the viewer's projects failed here that no newer build of its version has followed. */
const OF_FAILED_BUILD = `n.build_id IN (SELECT b.id FROM builds b
  WHERE b.id = n.build_id AND b.state = 'finished' AND b.success = 0 AND b.recorded = 0 AND b.external = 0
    AND (@viewerId IS NULL OR b.project_id IN (SELECT m.project_id FROM project_users m WHERE m.user_id = @viewerId))
    AND NOT EXISTS (
      SELECT 1 FROM builds f WHERE f.version_id = b.version_id AND (f.created, f.id) > (b.created, b.id)))`;

const OF_DESK = `((${OF_VIEWER}) OR ${OF_FAILED_BUILD})`;

/** Reads and writes `notifications`. Lists the last said first. */
export function notificationsTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, 'SELECT * FROM notifications WHERE id = ?');
  const bySubject = forEachKind((column) =>
    prepareRead(database, `SELECT * FROM notifications WHERE ${column} = ? AND message = ?`),
  );
  const insert = database.prepare(`
    INSERT INTO notifications (build_id, project_id, user_id, message, details, dismissable, news, modified)
    VALUES (@build, @project, @user, @message, @details, @dismissable, @news, @modified)`);
  const restore = database.prepare(`
    INSERT INTO notifications (id, build_id, project_id, user_id, message, details, state, dismissable, news, modified)
    VALUES (@id, @build, @project, @user, @message, @details, @state, @dismissable, @news, @modified)`);
  const repeat = database.prepare(`
    UPDATE notifications SET state = 'unread', details = @details, dismissable = @dismissable, news = @news,
      modified = @modified WHERE id = @id`);
  const setState = database.prepare('UPDATE notifications SET state = @state WHERE id = @id');
  const removeOfBuild = database.prepare('DELETE FROM notifications WHERE build_id = ?');
  const lists = forEachKind((column) => list(`n.${column} = @subjectId`));
  const ofUserAndProjects = list(`${OF_VIEWER} AND n.state IN ('unread', 'read')`);
  const ofDesk = list(`${OF_DESK} AND n.state IN ('unread', 'read')`);
  const unreadOfDesk = prepareRead(
    database,
    `SELECT count(*) AS count FROM notifications n WHERE n.state = 'unread' AND ${OF_DESK}`,
  );

  function list(where: string) {
    return createList<Row>(database, transactions, {
      from: 'notifications n',
      id: 'n.id',
      where,
      filters: { states: 'n.state IN (SELECT value FROM json_each(@states))' },
      order: ['n.modified', 'n.id'],
      direction: 'DESC',
      rows: 'n.* FROM page CROSS JOIN notifications n ON n.id = page.id',
      changedBy: ['notifications.rows', 'projects.rows', 'builds.rows'],
      filtersChangedBy: ['notifications.rows'],
    });
  }

  const page = ({ count, items }: Page<Row>): Page<Notification> => ({ count, items: items.map(fromRow) });
  const filter = (states: readonly NotificationState[] | undefined) => ({
    states: states && JSON.stringify(states),
  });

  return {
    byId(id: number): Notification | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    /** Finds what is said about an object by this message; nothing is said twice. */
    find({ kind, id }: NotifiedObject, message: string): Notification | undefined {
      const row = bySubject[kind].get(id, message) as Row | undefined;
      return row && fromRow(row);
    },
    /** Lists the notifications of an object, in these states or all. */
    of: (
      { kind, id }: NotifiedObject,
      states: readonly NotificationState[] | undefined,
      request: PageRequest,
    ): Page<Notification> => page(lists[kind]({ subjectId: id }, filter(states), request)),
    /**
     * Lists the unread and read ones of a user and of the projects that they maintain, never those of builds; null is the
     * operator, who maintains all and is told of all.
     */
    ofUserAndProjects: (
      viewerId: number | null,
      states: readonly NotificationState[] | undefined,
      request: PageRequest,
    ): Page<Notification> => page(ofUserAndProjects({ viewerId }, filter(states), request)),
    /** Lists them together with those of their failed builds, as the window shows them. */
    ofDesk: (viewerId: number | null, request: PageRequest): Page<Notification> =>
      page(ofDesk({ viewerId }, filter(undefined), request)),
    /** Counts the unread ones that the window shows. */
    unreadOfDesk: (viewerId: number | null): number =>
      (unreadOfDesk.get({ viewerId }) as { count: number }).count,
    /** Tells that the cause of a message has gone away; does nothing when it was not said. */
    cancel(about: NotifiedObject, message: string): void {
      const known = this.find(about, message);
      if (known && known.state !== 'cancelled') this.setState(known.id, 'cancelled');
    },
    /** Says something; the same message about the same object turns unread again, with its new date. */
    say(notification: NewNotification): Notification {
      const known = this.find(notification.about, notification.message);
      const row = toRow(notification);
      if (known) repeat.run({ ...row, id: known.id });
      const id = known?.id ?? Number(insert.run(row).lastInsertRowid);
      transactions.touch('notifications.rows');
      return { ...notification, id, state: 'unread' };
    },
    /** Inserts a notification as it was, with its id and state. */
    restore(notification: Notification): void {
      restore.run({ ...toRow(notification), id: notification.id, state: notification.state });
      transactions.touch('notifications.rows');
    },
    setState(id: number, state: NotificationState): void {
      setState.run({ id, state });
      transactions.touch('notifications.rows');
    },
    /** Removes what was said about a build, as its start does (live-service.md 4). */
    removeOfBuild(buildId: number): void {
      if (removeOfBuild.run(buildId).changes > 0) transactions.touch('notifications.rows');
    },
  };
}

function forEachKind<T>(make: (column: string) => T): Readonly<Record<NotifiedKind, T>> {
  return { build: make(COLUMNS.build), project: make(COLUMNS.project), user: make(COLUMNS.user) };
}

function toRow({ about, details, dismissable, news, message, modified }: NewNotification) {
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, kind === about.kind ? about.id : null]));
  return {
    ...ids,
    ...{ message, modified, details: JSON.stringify(details) },
    ...{ dismissable: Number(dismissable), news: Number(news) },
  };
}

function fromRow(row: Row): Notification {
  return {
    id: row.id,
    about: aboutOf(row),
    message: row.message,
    details: JSON.parse(row.details) as JsonObject,
    state: row.state as NotificationState,
    dismissable: row.dismissable === 1,
    news: row.news === 1,
    modified: row.modified,
  };
}

function aboutOf({ build_id: build, project_id: project, user_id: user }: Row): NotifiedObject {
  if (build !== null) return { kind: 'build', id: build };
  return project !== null ? { kind: 'project', id: project } : { kind: 'user', id: user ?? 0 };
}
