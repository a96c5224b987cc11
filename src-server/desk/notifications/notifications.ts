import { z } from 'zod';
import { NOTIFICATION_STATES } from '../../model/notifications/notification.ts';
import { plainText } from '../../model/notifications/plain-text.ts';
import type { NotificationRecord } from '../../services/notifications/notifications.ts';
import { change, procedure, router } from '../procedure.ts';

/** How many are shown at once; the others follow when these are dismissed. */
const SHOWN = { limit: 50, offset: 0 };
const OPEN = ['unread', 'read'] as const;

function view({ id, state, text, message, details, place, dismissable, modified }: NotificationRecord) {
  return {
    ...{ id, state, place, dismissable, at: modified },
    type: text?.type ?? ('note' as const),
    // One that is not known here has at least its id.
    header: text ? plainText(text.header) : message,
    body: text ? plainText(text.body) : '',
    hasDetails: typeof details.error === 'string' && details.error !== '',
  };
}

/** Notifications of people, projects and builds, without those that were dismissed or have no cause any more. */
export const notificationsRouter = router({
  /** Lists those of the person, of their projects and of failed builds, and counts the unread ones. */
  mine: procedure.query(({ ctx: { services, actor } }) =>
    services.read(() => ({
      unread: services.notifications.unreadOfDesk(actor),
      items: services.notifications.ofDesk(actor, SHOWN).map(view),
    })),
  ),
  ofProject: procedure
    .input(z.object({ slug: z.string() }))
    .query(({ ctx: { services, actor }, input: { slug } }) =>
      services.notifications.ofProject(actor, slug, OPEN, SHOWN).items.map(view),
    ),
  ofBuild: procedure
    .input(z.object({ slug: z.string(), build: z.int() }))
    .query(({ ctx: { services, actor }, input: { slug, build } }) =>
      services.notifications.ofBuild(actor, slug, build, OPEN, SHOWN).items.map(view),
    ),
  setState: procedure
    .input(z.object({ id: z.int(), state: z.enum(NOTIFICATION_STATES) }))
    .mutation(
      change(({ ctx: { services, actor }, input: { id, state } }) =>
        services.notifications.setState(actor, id, state),
      ),
    ),
});
