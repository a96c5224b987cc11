import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconInfoCircle,
  IconMail,
  IconX,
} from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { deskClient } from '../../api/desk.ts';
import { ActionItems, copyAction, type RowAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './notifications.module.css';

/** A notification as the desk returns it. */
export type NotificationView = inferRouterOutputs<DeskRouter>['notifications']['ofProject'][number];

const ICON = { size: 16, stroke: 1.75 } as const;
const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle } as const;
const TYPE_LABELS = { error: 'Error', warning: 'Warning', info: 'Info', note: 'Note', tip: 'Tip' } as const;

type Props = {
  readonly label: string;
  readonly items: readonly NotificationView[];
  /** Whether each names what it is about. */
  readonly showPlace?: boolean;
};

/** Lists notifications, the last said first, with buttons that mark one as read or dismiss it. */
export function NotificationList({ label, items, showPlace = false }: Props) {
  return (
    <ul className={classes.list} aria-label={label} tabIndex={-1}>
      {items.map((item) => (
        <NotificationItem key={item.id} item={item} showPlace={showPlace} />
      ))}
    </ul>
  );
}

function NotificationItem({
  item,
  showPlace,
}: {
  readonly item: NotificationView;
  readonly showPlace: boolean;
}) {
  const { id, type, state, header, body, place, at } = item;
  const isUnread = state === 'unread';
  const Icon = type === 'error' || type === 'warning' ? ICONS[type] : ICONS.info;
  const markLabel = isUnread ? 'Mark as read' : 'Mark as unread';
  const mark = () =>
    setState(id, isUnread ? 'read' : 'unread', isUnread ? 'Marked as read' : 'Marked as unread');
  const dismiss = () => setState(id, 'dismissed', 'Dismissed');
  const actions: readonly RowAction[] = [
    { label: markLabel, icon: isUnread ? <IconCheck {...ICON} /> : <IconMail {...ICON} />, run: mark },
    { label: 'Dismiss', icon: <IconX {...ICON} />, run: dismiss },
    copyAction('text', body === '' ? header : `${header}\n${body}`),
  ];
  const menu = contextMenuOf({
    label: `Actions for: ${header}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <li className={isUnread ? `${classes.item} ${classes.unread}` : classes.item} {...menu}>
      <span className={`${classes.icon} ${classes[type] ?? ''}`}>
        <Icon {...ICON} role="img" aria-label={TYPE_LABELS[type]} />
      </span>
      <div className={classes.text}>
        <b>{header}</b>
        {body !== '' && <p>{body}</p>}
        <span className="meta">
          {showPlace && place.kind !== 'user' && (
            <>
              <Link href={`/projects/${place.project}`}>{place.project}</Link>{' '}
            </>
          )}
          <TimeAgo at={at} />
        </span>
      </div>
      <ItemButton label={`${markLabel}: ${header}`} run={mark}>
        {isUnread ? <IconCheck {...ICON} /> : <IconMail {...ICON} />}
      </ItemButton>
      <ItemButton
        label={`Dismiss: ${header}`}
        run={(list) => {
          // The button goes with its item.
          list?.focus();
          dismiss();
        }}
      >
        <IconX {...ICON} />
      </ItemButton>
    </li>
  );
}

type ItemButtonProps = {
  readonly label: string;
  /** Is given the list that the button is in. */
  readonly run: (list: HTMLElement | null) => void;
  readonly children: ReactNode;
};

function ItemButton({ label, run, children }: ItemButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => run(currentTarget.closest('ul'))}
    >
      {children}
    </ActionIcon>
  );
}

function setState(id: number, state: 'unread' | 'read' | 'dismissed', message: string): void {
  deskClient.notifications.setState
    .mutate({ id, state })
    .then((changed) => notifyUndoable(message, changed), notifyError);
}
