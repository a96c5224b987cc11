import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import { describeBrowser, SessionRow } from './session-row.tsx';

type Session = inferRouterOutputs<DeskRouter>['settings']['browserSessions'][number];

/** Lists the browsers that are signed in and the links that none has opened; each can be revoked. */
export function BrowserSessions() {
  const { data: sessions = [] } = useQuery(desk.settings.browserSessions.queryOptions());
  return sessions.map((session) => <BrowserSessionRow key={session.id} session={session} />);
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
