import type { z } from 'zod';
import { choice, nested } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { JsonObject } from '../builds/build.ts';

/** The states of a notification; `cancelled` when its cause has gone away (live-service.md 3). */
export const NOTIFICATION_STATES = ['unread', 'read', 'dismissed', 'cancelled'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** The kinds of objects that a notification can be about. Organisations have none here. */
export const NOTIFIED_KINDS = ['build', 'project', 'user'] as const;
export type NotifiedKind = (typeof NOTIFIED_KINDS)[number];

/** What a notification is about. */
export type NotifiedObject = { readonly kind: NotifiedKind; readonly id: number };

/** Something that is said about a build, a project or a user. */
export type Notification = {
  readonly id: number;
  readonly about: NotifiedObject;
  /** Id of the message, such as `build:user:generic` (live-service.md 4); the text is in messages.ts. */
  readonly message: string;
  /** What the text is completed with. */
  readonly details: JsonObject;
  readonly state: NotificationState;
  readonly dismissable: boolean;
  readonly news: boolean;
  /** When it was last said. */
  readonly modified: Timestamp;
};

/** Body of a notification's update; its state is all that can be changed (live-service.md 2). */
export const NotificationBody = nested({ state: choice(NOTIFICATION_STATES).optional() });
export type NotificationBody = z.infer<typeof NotificationBody>;
