import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { useConnection } from '../../api/live/connection.ts';
import { tell } from '../../ui/feedback/tell.tsx';
import classes from './sidebar.module.css';

const PLACES_OF_SECRETS = {
  keychain: 'Tokens in the keychain',
  file: 'Tokens in a private file',
  memory: 'Tokens in memory',
} as const;

const STANDS = {
  connected: 'Serving',
  lost: 'Not answering',
  'signed-out': 'Asks for its link',
} as const;

type Props = { readonly running: number; readonly queued: number };

/** Whether the server answers, where, where secrets lie, and what it is doing. */
export function ServerState({ running, queued }: Props) {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const { data: secrets } = useQuery(desk.system.secrets.queryOptions());
  const connection = useConnection(({ state }) => state);
  const { actAs, act } = useActing();
  const address = state?.url?.replace(/^https?:\/\//, '');
  const doing = [running > 0 ? `${running} running` : '', queued > 0 ? `${queued} queued` : ''].filter(
    Boolean,
  );
  return (
    <section className={classes.server} aria-label="Server state">
      {actAs !== null && (
        <button type="button" className={classes.acting} onClick={() => act(null)}>
          Acting as {actAs}. Stop
        </button>
      )}
      <div className={classes.serverHead}>
        <span className={connection === 'connected' ? classes.on : classes.off} />
        <b className={classes.label}>{STANDS[connection]}</b>
        {state?.url && (
          <Tooltip label="Copy the address">
            <ActionIcon
              className={classes.label}
              variant="subtle"
              color="gray"
              size={20}
              aria-label="Copy the address"
              onClick={() => {
                void navigator.clipboard.writeText(state.url ?? '').then(() => tell(`Copied ${state.url}`));
              }}
            >
              <IconCopy size={14} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <span className={`mono ${classes.label}`}>{address ?? '…'}</span>
      <span className={classes.label}>{secrets ? PLACES_OF_SECRETS[secrets.kind] : '…'}</span>
      {connection !== 'lost' && (
        <span className={classes.label}>
          {connection === 'signed-out'
            ? 'Answers, was started anew'
            : doing.length > 0
              ? doing.join(', ')
              : 'Nothing running'}
        </span>
      )}
    </section>
  );
}
