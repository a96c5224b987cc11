import { useConnection } from '../../api/live/connection.ts';
import classes from '../shell.module.css';

const MESSAGES = {
  connected: undefined,
  lost: 'Lectern does not answer. What you see was read before; it goes on by itself when Lectern answers again.',
  'signed-out':
    'Lectern was started anew. Open the link that it printed, in a new tab if you like: this one then goes on by itself, with what you have typed.',
} as const;

/** The bar above every screen that says why it is not current; nothing while it is. */
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
