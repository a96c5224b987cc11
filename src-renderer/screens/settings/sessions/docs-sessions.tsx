import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { settingText } from '../../../../src-server/model/settings/settings.ts';
import { desk } from '../../../api/desk.ts';
import { Setting, type SettingsState } from '../fields/setting.tsx';
import { ToggleSetting } from '../fields/toggle-setting.tsx';
import { describeBrowser, SessionRow } from './session-row.tsx';

type Session = inferRouterOutputs<DeskRouter>['docsSessions']['list'][number];

/** Shows whether private documentation asks for a session, and who has one. */
export function DocsSessions({ state }: { readonly state: SettingsState }) {
  const { asks, isFixed } = state.privateDocs;
  const { data: sessions = [] } = useQuery(desk.docsSessions.list.queryOptions(undefined, { staleTime: 0 }));
  return (
    <>
      {isFixed ? (
        <FixedChoice asks={asks} />
      ) : (
        <ToggleSetting settingKey="askBeforePrivateDocs" state={state} fallback={asks} />
      )}
      {sessions.map((session) => (
        <DocsSessionRow key={session.id} session={session} />
      ))}
    </>
  );
}

function FixedChoice({ asks }: { readonly asks: boolean }) {
  const { label } = settingText('askBeforePrivateDocs');
  return (
    <Setting label={label} hint="Chosen with --private-docs when Lectern was started.">
      <Switch aria-label={label} checked={asks} disabled />
    </Setting>
  );
}

function DocsSessionRow({ session }: { readonly session: Session }) {
  const queryClient = useQueryClient();
  const revoke = useMutation(desk.docsSessions.revoke.mutationOptions());
  function onRevoked(): string {
    void queryClient.invalidateQueries(desk.docsSessions.list.queryFilter());
    return `That browser can no longer read private documentation of ${session.label}.`;
  }
  return (
    <SessionRow
      session={session}
      name={`${describeBrowser(session)}, ${session.label}`}
      revoke={revoke}
      onRevoked={onRevoked}
    />
  );
}
