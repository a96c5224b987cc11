import { ActionIcon, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconChevronRight, IconHelp, IconSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { NotificationBell } from '../../features/notifications/bell.tsx';
import { formatShortcut, runAction } from '../commands/commands.ts';
import { useBreadcrumbs } from './breadcrumbs.ts';
import { Logo } from './logo.tsx';
import { MenuButton, needsMenuButton } from './menu-button.tsx';
import classes from './title-bar.module.css';

/** Shows the name, the breadcrumbs, and the button that opens the palette. */
export function TitleBar() {
  const breadcrumbs = useBreadcrumbs((state) => state.breadcrumbs);
  return (
    <header className={classes.bar}>
      <div className={classes.start}>
        {needsMenuButton() && <MenuButton />}
        <Link href="/projects" className={classes.brand} aria-label="Lectern, all projects">
          <Logo />
          <span>Lectern</span>
        </Link>
      </div>
      <div className={classes.navigation}>
        <ActionIcon variant="subtle" color="gray" aria-label="Back" onClick={() => history.back()}>
          <IconArrowLeft size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Forward" onClick={() => history.forward()}>
          <IconArrowRight size={16} stroke={1.75} />
        </ActionIcon>
        <nav aria-label="Breadcrumbs" className={classes.breadcrumbs}>
          {breadcrumbs.map(({ label, href }, index) => (
            <Group key={href ?? label} component="span" gap="xs" miw={0} wrap="nowrap">
              {index > 0 && <IconChevronRight size={14} className={classes.separator} aria-hidden />}
              {href !== undefined && index < breadcrumbs.length - 1 ? (
                <Link href={href} className={classes.link}>
                  {label}
                </Link>
              ) : (
                <b className={classes.current} aria-current="page">
                  {label}
                </b>
              )}
            </Group>
          ))}
        </nav>
      </div>
      <button type="button" className={classes.palette} onClick={() => runAction('palette')}>
        <IconSearch size={14} stroke={1.75} aria-hidden />
        <span>Search or run a command</span>
        <kbd className="key">{formatShortcut('mod+K')}</kbd>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.help}
        aria-label="Help for this screen"
        onClick={() => runAction('help')}
      >
        <IconHelp size={16} stroke={1.75} />
      </ActionIcon>
      <NotificationBell />
      <div className={classes.windowControls} />
    </header>
  );
}
