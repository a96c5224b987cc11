import { useConnection } from '../../api/live/connection.ts';
import classes from '../shell.module.css';

const MESSAGES = {
  connected: undefined,
  lost: 'Lectern is not responding. What you see may be out of date; it updates as soon as Lectern responds.',
  'signed-out':
    'Lectern restarted. Open the new link from the terminal, in a new tab if you like: this tab then continues, and keeps what you typed.',
} as const;

/** Says above every screen why it may be out of date; shows nothing while it is current. */
export function DisconnectedBanner() {
  const message = MESSAGES[useConnection(({ state }) => state)];
  return (
    message !== undefined && (
      <p className={classes.disconnected} role="alert">
        {message}
      </p>
    )
  );
}
