import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';
import { pluralize } from '../../ui/format.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';

/** Above this the bell shows no exact number. */
const MAX_SHOWN = 99;

/** Opens the notifications of the person, of their projects and of failed builds; shows how many are unread. */
export function NotificationBell() {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(desk.notifications.mine.queryOptions());
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.bell}
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={16} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        {data === undefined || data.items.length === 0 ? (
          <p className={classes.empty}>No notifications.</p>
        ) : (
          <NotificationList
            label={`${pluralize(data.items.length, 'notification')}`}
            items={data.items}
            showPlace
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
