import { z } from 'zod';
import { MESSAGE_TYPES } from '../../../model/notifications/messages.ts';
import { NOTIFICATION_STATES } from '../../../model/notifications/notification.ts';
import type { NotificationPlace, NotificationRecord } from '../../../services/notifications/notifications.ts';
import { type Href, projectPath, ROOT } from './links.ts';

/** Schema of a notification. */
export const NotificationSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.url() }),
    attached_to_content_type: z.enum(['build', 'project', 'user', 'organization']),
    attached_to_id: z.int(),
    dismissable: z.boolean(),
    id: z.int(),
    message: z
      .strictObject({
        body: z.string(),
        header: z.string(),
        icon_classes: z.string(),
        id: z.string(),
        type: z.enum(MESSAGE_TYPES),
      })
      .nullable(),
    news: z.boolean(),
    state: z.enum(NOTIFICATION_STATES),
  })
  .meta({ id: 'Notification' });

/** Makes a notification; its message is null when its text is not known here. */
export function notificationView(
  { id, about, text, place, ...record }: NotificationRecord,
  href: Href,
): object {
  return {
    _links: { _self: href(`${listPath(place)}${id}/`) },
    attached_to_content_type: about.kind,
    attached_to_id: about.id,
    dismissable: record.dismissable,
    id,
    message: text && {
      body: text.body,
      header: text.header,
      icon_classes: text.iconClasses,
      id: text.id,
      type: text.type,
    },
    news: record.news,
    state: record.state,
  };
}

/** Gives the list that a notification is in, under what it is about. */
function listPath(place: NotificationPlace): string {
  switch (place.kind) {
    case 'build':
      return projectPath(place.project, 'builds', place.id, 'notifications');
    case 'project':
      return projectPath(place.project, 'notifications');
    case 'user':
      return `${ROOT}users/${encodeURIComponent(place.username)}/notifications/`;
  }
}
