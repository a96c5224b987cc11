import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { useConnection } from '../../api/live/connection.ts';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { pluralize } from '../../ui/format.ts';
import classes from './sidebar.module.css';

const SECRET_STORE_LABELS = {
  keychain: 'Tokens in the keychain',
  file: 'Tokens in a private file',
  memory: 'Tokens in memory',
} as const;

const CONNECTION_LABELS = {
  connected: 'Serving',
  lost: 'Not responding',
  'signed-out': 'Link needed',
} as const;

type Props = { readonly running: number; readonly queued: number; readonly previews: number };

/** Shows whether the server responds, its address, where secrets are kept, and what it is doing. */
export function ServerState({ running, queued, previews }: Props) {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const { data: secrets } = useQuery(desk.system.secrets.queryOptions());
  const connection = useConnection(({ state }) => state);
  const { actAs, setActAs } = useActing();
  const address = state?.url?.replace(/^https?:\/\//, '');
  const activity = [running > 0 ? `${running} running` : '', queued > 0 ? `${queued} queued` : ''].filter(
    Boolean,
  );
  return (
    <section className={classes.server} aria-label="Server state">
      {actAs !== null && (
        <button type="button" className={classes.acting} onClick={() => setActAs(null)}>
          Acting as {actAs}. Stop
        </button>
      )}
      <Group gap={6} h={20} wrap="nowrap">
        <span className={connection === 'connected' ? classes.online : classes.offline} />
        <b className={classes.label}>{CONNECTION_LABELS[connection]}</b>
        {state?.url && (
          <Tooltip label="Copy the address">
            <ActionIcon
              className={classes.label}
              variant="subtle"
              color="gray"
              size={20}
              ml="auto"
              aria-label="Copy the address"
              onClick={() => {
                copyText(state.url ?? '', `Copied ${state.url}`);
              }}
            >
              <IconCopy size={14} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <span className={`mono ${classes.label}`} {...copyable('URL', state?.url ?? null)}>
        {address ?? '…'}
      </span>
      <span className={classes.label}>{secrets ? SECRET_STORE_LABELS[secrets.kind] : '…'}</span>
      {connection === 'signed-out' && <span className={classes.label}>Restarted</span>}
      {connection === 'connected' && (
        <span className={classes.activity}>
          {(activity.length > 0 || previews === 0) && (
            <span className={classes.label}>{activity.join(', ') || 'Nothing running'}</span>
          )}
          {previews > 0 && (
            <Link href="/previews" className={classes.previews} title={pluralize(previews, 'preview')}>
              <IconEye size={14} stroke={1.75} aria-hidden />
              <span className={classes.label}>{pluralize(previews, 'preview')}</span>
            </Link>
          )}
        </span>
      )}
    </section>
  );
}
