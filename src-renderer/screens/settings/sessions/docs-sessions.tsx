import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { ComputerTimeAgo } from '../../../ui/time-ago.tsx';
import { Setting, type SettingsState } from '../fields/setting.tsx';
import { ToggleSetting } from '../fields/toggle-setting.tsx';
import { describeBrowser } from './browser-sessions.tsx';

type Session = inferRouterOutputs<DeskRouter>['docsSessions']['list'][number];

/** Shows whether private documentation asks for a session, and who has one. */
export function DocsSessions({ state }: { readonly state: SettingsState }) {
  const { asks, isFixed } = state.privateDocs;
  const { data: sessions = [] } = useQuery(desk.docsSessions.list.queryOptions(undefined, { staleTime: 0 }));
  return (
    <>
      <PrivateDocsSetting state={state} asks={asks} isFixed={isFixed} />
      {sessions.map((session) => (
        <DocsSessionRow key={session.id} session={session} />
      ))}
    </>
  );
}

type PrivateDocsProps = { readonly state: SettingsState; readonly asks: boolean; readonly isFixed: boolean };

function PrivateDocsSetting({ state, asks, isFixed }: PrivateDocsProps) {
  if (!isFixed) return <ToggleSetting settingKey="askBeforePrivateDocs" state={state} fallback={asks} />;
  const settings = { ...state.settings, askBeforePrivateDocs: asks };
  return (
    <ToggleSetting
      disabled
      settingKey="askBeforePrivateDocs"
      state={{ ...state, settings }}
      hint="Chosen with --private-docs when Lectern was started."
    />
  );
}

function DocsSessionRow({ session }: { readonly session: Session }) {
  const { id, kind, label, agent, lastUsedAt, createdAt, expiresAt } = session;
  const queryClient = useQueryClient();
  const revoke = useMutation(desk.docsSessions.revoke.mutationOptions());
  const isLink = kind === 'link';
  const name = `${isLink ? 'Link that no browser has opened' : describeBrowser(agent)}, ${label}`;

  function onRevoke(): void {
    const onSuccess = () => {
      void queryClient.invalidateQueries(desk.docsSessions.list.queryFilter());
      notify(isLink ? 'The link no longer works.' : `Private documentation of ${label} is closed there.`);
    };
    revoke.mutate({ id }, { onSuccess, onError: notifyError });
  }

  return (
    <Setting
      label={<span title={agent || undefined}>{name}</span>}
      hint={
        <>
          {isLink ? 'Made' : 'Used'} <ComputerTimeAgo at={isLink ? createdAt : lastUsedAt} />, valid until{' '}
          {formatDateTime(expiresAt)}
        </>
      }
    >
      <Button variant="default" aria-label={`Revoke ${name}`} loading={revoke.isPending} onClick={onRevoke}>
        Revoke
      </Button>
    </Setting>
  );
}
