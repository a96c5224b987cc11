import { Button } from '@mantine/core';
import { useConnection } from '../../api/live/connection.ts';
import { useNewerBuild } from '../../api/live/newer-build.ts';
import classes from './banners.module.css';

const MESSAGES = {
  connected: undefined,
  lost: 'Lectern is not responding. What you see may be out of date; it updates as soon as Lectern responds.',
  'signed-out':
    'This browser is signed out. Open a new link from the terminal, in a new tab if you like: this tab then continues, and keeps what you typed.',
} as const;

/** Says above every screen why it may be out of date, and offers what helps; shows nothing while it is current. */
export function DisconnectedBanner() {
  const message = MESSAGES[useConnection(({ state }) => state)];
  const isOutdated = useNewerBuild((state) => state.isOutdated);
  if (message === undefined && isOutdated)
    return (
      <div className={classes.message} role="alert">
        Lectern was updated, and this window is older. Save or copy what you typed, then reload it.{' '}
        <Button size="compact-xs" variant="white" ml={8} onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    );
  return (
    message !== undefined && (
      <p className={classes.message} role="alert">
        {message}
      </p>
    )
  );
}
