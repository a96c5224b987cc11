import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconCode, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { CopyRequestItems } from '../../features/copy-as/copy-request-items.tsx';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { undo } from '../../ui/feedback/notify.tsx';
import { SidePanel, SidePanelBody } from '../../ui/feedback/side-panel.tsx';
import { formatBytes, formatDateTime } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { formatCaller, formatLatency, statusClass } from './format-request.ts';
import { RequestContents } from './request-contents.tsx';
import { copiedRequest, type OpenRequest } from './request-detail.ts';
import classes from './requests.module.css';

type Props = {
  readonly id: number;
  readonly close: () => void;
  readonly replay: (request: OpenRequest) => void;
};

/** Shows one request: what came of it, what it changed, headers and bodies. */
export function RequestPanel({ id, close, replay }: Props) {
  useRestoreFocus(true);
  useEscape(close);
  const { data, error } = useQuery({ ...desk.requests.get.queryOptions({ id }), staleTime: 0 });
  return (
    <SidePanel
      title={`Request ${id}`}
      place="wide-screen"
      close={close}
      actions={
        data && (
          <>
            <Tooltip label="Send again">
              <ActionIcon variant="default" size={28} aria-label="Send again" onClick={() => replay(data)}>
                <IconRefresh size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            <MenuButton label="Copy as code" icon={<IconCode size={16} stroke={1.75} />}>
              <CopyRequestItems request={copiedRequest(data)} />
            </MenuButton>
          </>
        )
      }
    >
      <SidePanelBody label="Details">
        {data && <Detail detail={data} />}
        {!data && error && <EmptyState title="Not in the log">{problemOf(error).message}</EmptyState>}
        {!data && !error && <Skeleton height={160} />}
      </SidePanelBody>
    </SidePanel>
  );
}

function Detail({ detail }: { readonly detail: OpenRequest }) {
  const { request, changes, nearest } = detail;
  const facts: readonly (readonly [string, string])[] = [
    ['Received', formatDateTime(request.at)],
    ['Duration', formatLatency(request.duration)],
    ['Caller', formatCaller(request)],
    ['Client', request.client === '' ? 'No User-Agent' : request.client],
    ['Host', request.host],
    ['Sizes', `${formatBytes(request.requestBytes)} in, ${formatBytes(request.responseBytes)} out`],
    ...(request.fault === null ? [] : [['Fault', request.fault] as const]),
  ];
  return (
    <>
      <p className={classes.line}>
        <span className={`mono ${classes.method}`}>{request.method}</span>{' '}
        <span className="mono">{request.path}</span>
      </p>
      <p className={classes.outcome}>
        <span className={statusClass(request.status)}>
          {request.status === null ? 'The caller hung up before the answer' : `Status ${request.status}`}
        </span>
        {request.step !== null && <span className="dim">refused by {request.step}</span>}
      </p>
      {request.reason !== null && <p className={classes.reason}>{request.reason}</p>}
      {nearest && (
        <p className={classes.reason}>
          The nearest path is <span className="mono">{nearest.path}</span>
          {nearest.methods.length > 0 && ` (${nearest.methods.join(', ')})`}.
        </p>
      )}
      {changes.map(({ batch, name, isUndone, reason }) => (
        <div key={batch} className={classes.change}>
          <span>
            Changed: <b>{name}</b>
          </span>
          {isUndone || reason !== null ? (
            <span className="dimmer">{isUndone ? 'Undone' : reason}</span>
          ) : (
            <Button size="compact-xs" variant="default" onClick={() => void undo(batch)}>
              Undo
            </Button>
          )}
        </div>
      ))}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RequestContents title="Request" headers={request.requestHeaders} body={request.requestBody} />
      <RequestContents title="Response" headers={request.responseHeaders} body={request.responseBody} />
    </>
  );
}
