import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { onSessionOpened, openSession, type SignedOutState } from '../api/session.ts';
import { BareWindow } from '../layout/bare-window.tsx';
import { copyText } from '../ui/feedback/copy-text.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import classes from './signed-out.module.css';

/** How often a server that does not answer is asked again, in milliseconds. */
const RETRY_INTERVAL_MS = 2000;

/** Stands in a command for the path of the data folder, which a browser that is not signed in may not learn. */
const FOLDER = 'FOLDER';

/** `state` is undefined when the server cannot be reached. */
type Props = { readonly state: SignedOutState | undefined };

/** Tells a browser without a session how to sign in, or that the server cannot be reached; continues once it is signed in. */
export function SignedOut({ state }: Props) {
  const isUnreachable = state === undefined;
  useEffect(() => onSessionOpened(() => location.reload()), []);
  useEffect(() => (isUnreachable ? reloadOnceReachable() : undefined), [isUnreachable]);
  return (
    <BareWindow
      label="Lectern"
      title={isUnreachable ? 'Not responding · Lectern' : 'Signed out · Lectern'}
      help="problems"
    >
      <div>
        <VisuallyHidden component="h1">Lectern</VisuallyHidden>
        {isUnreachable ? (
          <EmptyState title="Lectern is not responding">
            Start it again. This page continues as soon as Lectern responds.
          </EmptyState>
        ) : (
          <NewLink {...state} />
        )}
      </div>
    </BareWindow>
  );
}

function NewLink({ linkCommand: command, isLinkRefused }: SignedOutState) {
  const title = isLinkRefused ? 'This link no longer works' : 'This browser is signed out';
  const reason = isLinkRefused ? 'It was used already or has expired. ' : '';
  if (command === null)
    return (
      <EmptyState title={title}>
        {reason}Open the link that Lectern printed in the terminal. It prints another one after each use. The
        API works without it.
      </EmptyState>
    );
  return (
    <EmptyState title={title}>
      {reason}Run this command in the folder where Lectern was started, and open the link that it prints.{' '}
      {command.includes(FOLDER) && (
        <>
          Replace <span className="mono">{FOLDER}</span> by the path of the data folder, which Lectern printed
          as “Data” when it started.{' '}
        </>
      )}
      The new link works once, and this page continues by itself. The API works without it.
      <span className={classes.command}>
        <code className="mono">{command}</code>
        <Tooltip label="Copy">
          <ActionIcon
            variant="default"
            size={24}
            aria-label="Copy the command"
            onClick={() => copyText(command, 'Copied the command.')}
          >
            <IconCopy size={14} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </span>
    </EmptyState>
  );
}

function reloadOnceReachable(): () => void {
  const timer = setInterval(async () => {
    const { state } = await openSession();
    if (state !== 'unreachable') location.reload();
  }, RETRY_INTERVAL_MS);
  return () => clearInterval(timer);
}
