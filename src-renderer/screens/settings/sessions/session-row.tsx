import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { formatDateTime, truncate } from '../../../ui/format.ts';
import { ComputerTimeAgo } from '../../../ui/time-ago.tsx';
import { Setting } from '../fields/setting.tsx';

type Session = {
  readonly id: number;
  readonly kind: 'browser' | 'link';
  /** What the browser calls itself; empty for a link. */
  readonly agent: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
};

type Props = {
  readonly session: Session;
  /** Names the browser, with what it may see. */
  readonly name: string;
  readonly isOwn?: boolean;
  readonly revoke: Pick<UseMutationResult<unknown, unknown, { id: number }>, 'mutate' | 'isPending'>;
  /** Runs once it was revoked; says that of a browser. */
  readonly onRevoked: () => string;
};

/** Shows a browser that has a session, or a link that none has opened, with the button that revokes it. */
export function SessionRow({ session, name, isOwn = false, revoke, onRevoked }: Props) {
  const { id, kind, agent, lastUsedAt, createdAt, expiresAt } = session;
  const isLink = kind === 'link';
  function onRevoke(): void {
    const onSuccess = () => {
      const message = onRevoked();
      notify(isLink ? 'The link no longer works.' : message);
    };
    revoke.mutate({ id }, { onSuccess, onError: notifyError });
  }
  return (
    <Setting
      label={<span title={agent || undefined}>{name}</span>}
      hint={
        <>
          <ComputerTimeAgo at={isLink ? createdAt : lastUsedAt} prefix={isLink ? 'Made' : 'Used'} />, valid
          until {formatDateTime(expiresAt)}
        </>
      }
    >
      {isOwn ? (
        <span className="dim">This browser</span>
      ) : (
        <Button variant="default" aria-label={`Revoke ${name}`} loading={revoke.isPending} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </Setting>
  );
}

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ["Lectern's own window", /\bElectron\//],
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\//],
  ['Safari', /\bSafari\//],
];

/** Names the browser of a session behind what it calls itself, or the link. */
export function describeBrowser({ kind, agent }: Pick<Session, 'kind' | 'agent'>): string {
  if (kind === 'link') return 'Link that no browser has opened';
  return (
    BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0] ?? truncate(agent || 'A browser without a name')
  );
}
