import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { Setting } from '../fields/setting.tsx';
import { describeBrowser, SessionRow } from './session-row.tsx';

type Session = inferRouterOutputs<DeskRouter>['settings']['browserSessions'][number];

/** Lists the browsers that are signed in, and counts the links that none has opened; all of it can be revoked. */
export function BrowserSessions() {
  const { data: sessions = [] } = useQuery(desk.settings.browserSessions.queryOptions());
  const links = sessions.filter(({ kind }) => kind === 'link');
  return (
    <>
      {sessions
        .filter(({ kind }) => kind === 'browser')
        .map((session) => (
          <BrowserSessionRow key={session.id} session={session} />
        ))}
      {links.length > 0 && <UnopenedLinks ids={links.map(({ id }) => id)} />}
    </>
  );
}

function UnopenedLinks({ ids }: { readonly ids: readonly number[] }) {
  const queryClient = useQueryClient();
  const revoke = useMutation(desk.settings.revokeBrowserSession.mutationOptions());
  async function revokeAll(): Promise<void> {
    try {
      await Promise.all(ids.map((id) => revoke.mutateAsync({ id })));
      notify(`Revoked ${pluralize(ids.length, 'link')}.`);
    } catch (error) {
      notifyError(error);
    }
    await queryClient.invalidateQueries(desk.settings.browserSessions.queryFilter());
  }
  return (
    <Setting
      label={`${pluralize(ids.length, 'link')} not opened yet`}
      hint="Such a link signs one browser in, once, within a day of its creation."
    >
      <Button
        variant="default"
        aria-label="Revoke all links"
        loading={revoke.isPending}
        onClick={() => void revokeAll()}
      >
        Revoke all
      </Button>
    </Setting>
  );
}

function BrowserSessionRow({ session }: { readonly session: Session }) {
  const queryClient = useQueryClient();
  const revoke = useMutation(desk.settings.revokeBrowserSession.mutationOptions());
  const name = describeBrowser(session);
  function onRevoked(): string {
    void queryClient.invalidateQueries(desk.settings.browserSessions.queryFilter());
    return `Signed out ${name}.`;
  }
  return (
    <SessionRow session={session} name={name} isOwn={session.isOwn} revoke={revoke} onRevoked={onRevoked} />
  );
}
