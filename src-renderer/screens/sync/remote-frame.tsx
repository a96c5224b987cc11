import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { desk } from '../../api/desk.ts';
import { RemoteDot } from '../../features/live-service/remote-mark.tsx';
import {
  livePath,
  type RemoteState,
  type RemoteSummary,
  SERVICE_NAMES,
  useRunProgress,
} from '../../features/live-service/remotes.ts';
import { Screen } from '../../ui/feedback/screen.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { RemoteMenu } from './remote-menu.tsx';
import { RunActions } from './run-actions.tsx';
import { RunBanner } from './run-banner.tsx';
import classes from './sync.module.css';

/** What every screen of a remote gets. */
export type RemoteProps = { readonly remote: RemoteSummary; readonly remotes: readonly RemoteSummary[] };

export type RemoteTab = 'outgoing' | 'incoming' | 'conflicts' | 'history' | 'projects';

type Props = RemoteProps & {
  readonly tab: RemoteTab;
  /** The button that sends what was chosen, where the tab has it. */
  readonly pushButton?: ReactNode;
  readonly tools?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

const ANOTHER = '+';

/** Frames each tab of a remote: which account, when it was pulled, what may be sent, its run, and the tabs. */
export function RemoteFrame({ remote, remotes, tab, pushButton, tools, footer, children }: Props) {
  const { data: state } = useQuery(desk.sync.state.queryOptions({ remote: remote.id }));
  const progress = useRunProgress(remote.id, state?.progress);
  const tabs = [
    { key: 'outgoing', label: 'Outgoing', count: remote.outgoing || undefined },
    { key: 'incoming', label: 'Incoming', count: remote.incoming || undefined },
    { key: 'conflicts', label: 'Conflicts', count: remote.conflicts || undefined },
    { key: 'history', label: 'History' },
    { key: 'projects', label: 'Projects', count: remote.linked || undefined },
  ].map((each) => ({ ...each, href: livePath(remote.name, each.key) }));
  return (
    <Screen
      title="Live service"
      breadcrumbs={[{ label: 'Live service', href: '/live' }, { label: remote.name }]}
      subtitle={
        <>
          <RemoteChoice remote={remote} remotes={remotes} />
          <Facts remote={remote} state={state} />
        </>
      }
      actions={
        <>
          <RemoteMenu remote={remote} state={state} />
          <RunActions remote={remote} state={state} progress={progress} />
          {progress === null && remote.openRun === null && pushButton}
        </>
      }
      aboveTools={<RunBanner remote={remote} state={state} progress={progress} />}
      tabs={<TabLinks label="Parts of the live service" tabs={tabs} active={tab} />}
      tools={tools}
      footer={footer}
    >
      <div className={classes.main}>{children}</div>
    </Screen>
  );
}

function RemoteChoice({ remote, remotes }: RemoteProps) {
  const [, navigate] = useLocation();
  return (
    <Select
      aria-label="Account"
      className={classes.account}
      data-remote-color={remote.id % 5}
      leftSection={<RemoteDot id={remote.id} />}
      data={[
        ...remotes.map(({ name }) => ({ value: name, label: name })),
        { value: ANOTHER, label: 'Connect another account…' },
      ]}
      value={remote.name}
      allowDeselect={false}
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      onChange={(name) => {
        if (name !== null) navigate(name === ANOTHER ? '/live/connect' : livePath(name));
      }}
    />
  );
}

function Facts({
  remote,
  state,
}: {
  readonly remote: RemoteSummary;
  readonly state: RemoteState | undefined;
}) {
  const { username, kind, lastPull } = remote;
  return (
    <>
      <span className="truncate wide-only" title={remote.address}>
        {username === null ? SERVICE_NAMES[kind] : `${username} on ${SERVICE_NAMES[kind]}`}
      </span>
      <span className={`meta ${classes.fact}`}>
        {lastPull === null ? 'Not pulled yet' : <TimeAgo at={lastPull} prefix="Pulled" />}
      </span>
      {state && state.budgetLeft !== null && (
        <span
          className={`meta wide-only ${classes.fact}`}
          title="Requests that sync may send within this minute"
        >
          {`${state.budgetLeft} requests left this minute`}
        </span>
      )}
    </>
  );
}
