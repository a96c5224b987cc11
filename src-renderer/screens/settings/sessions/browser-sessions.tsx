import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { formatDateTime, truncate } from '../../../ui/format.ts';
import { ComputerTimeAgo } from '../../../ui/time-ago.tsx';
import { Setting } from '../fields/setting.tsx';

type Session = inferRouterOutputs<DeskRouter>['settings']['browserSessions'][number];

/** Lists the browsers that are signed in and the links that none has opened; each can be revoked. */
export function BrowserSessions() {
  const { data: sessions = [] } = useQuery(desk.settings.browserSessions.queryOptions());
  return sessions.map((session) => <BrowserSessionRow key={session.id} session={session} />);
}

function BrowserSessionRow({ session }: { readonly session: Session }) {
  const { id, kind, agent, isOwn, lastUsedAt, createdAt, expiresAt } = session;
  const queryClient = useQueryClient();
  const revoke = useMutation(desk.settings.revokeBrowserSession.mutationOptions());
  const isLink = kind === 'link';
  const name = isLink ? 'Link that no browser has opened' : describeBrowser(agent);

  function onRevoke(): void {
    const onSuccess = () => {
      void queryClient.invalidateQueries(desk.settings.browserSessions.queryFilter());
      notify(isLink ? 'The link no longer works.' : `Signed out ${name}.`);
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

/** Names the browser behind what it calls itself. */
export function describeBrowser(agent: string): string {
  return (
    BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0] ?? truncate(agent || 'A browser without a name')
  );
}
