import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Preview, PreviewState } from '../../../src-server/model/previews/preview.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { OutputText } from './output-text.tsx';
import classes from './previews.module.css';
import type { PreviewActions } from './use-preview-actions.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const STATES: Readonly<
  Record<PreviewState, readonly [label: string, tone: 'passed' | 'failed' | 'inProgress']>
> = {
  building: ['Building', 'inProgress'],
  ready: ['Up to date', 'passed'],
  failed: ['Failed', 'failed'],
  gone: ['Folder is gone', 'failed'],
};

type Props = {
  readonly preview: Preview;
  readonly actions: PreviewActions;
  /** Whether the folder leads to the preview's own screen. */
  readonly isLinked?: boolean;
  readonly children?: ReactNode;
};

/** Shows a running preview: its folder, state and last error, and what can be done with it. */
export function PreviewCard({ preview, actions, isLinked = false, children }: Props) {
  const { id, folder, project, state, url } = preview;
  const [label, tone] = STATES[state];
  return (
    <section className={`card ${classes.card}`} aria-label={`Preview of ${folder}`}>
      <Group gap="sm" wrap="nowrap">
        <Chip tone={tone}>{label}</Chip>
        <span className={`mono truncate ${classes.folder}`} title={folder}>
          {isLinked ? <Link href={`/previews/${id}`}>{folder}</Link> : folder}
        </span>
        <Group gap="xs" ml="auto" wrap="nowrap" flex="none">
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<IconExternalLink {...ICON} />}
          >
            Open
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh {...ICON} />}
            onClick={() => actions.rebuild(id)}
          >
            Build again
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop {...ICON} />}
            onClick={() => actions.stop(id)}
          >
            Stop
          </Button>
        </Group>
      </Group>
      <p className="meta">
        {project.isStored ? (
          <>
            Project <Link href={`/projects/${project.slug}`}>{project.name}</Link>
          </>
        ) : (
          'Not a project of Lectern'
        )}
        {' · '}
        <ShownPages preview={preview} />
      </p>
      <LastError preview={preview} isLinked={isLinked} />
      {isLinked && preview.lastLines !== '' && <OutputText text={preview.lastLines} />}
      {children}
    </section>
  );
}

/** Says which pages the preview shows: after a failed build those from before it. */
function ShownPages({ preview: { state, builtAt, milliseconds } }: { readonly preview: Preview }) {
  if (builtAt === null) return 'no pages yet';
  if (state === 'failed' || state === 'gone')
    return (
      <>
        <TimeAgo at={builtAt} prefix="shows the pages built" />
        {state === 'failed' ? ', before the error' : ', before the folder was gone'}
      </>
    );
  return (
    <>
      <TimeAgo at={builtAt} prefix="pages built" />
      {milliseconds !== null && `, in ${(milliseconds / 1000).toFixed(1)} s`}
    </>
  );
}

/** Says in one line what is wrong. */
function LastError({ preview, isLinked }: Required<Pick<Props, 'preview' | 'isLinked'>>) {
  const { id, problems, error, state, lastLines } = preview;
  const first = problems.find(({ severity }) => severity === 'error');
  if (first === undefined && error === '' && state !== 'failed') return null;
  // The preview's own screen lists it below.
  if (first !== undefined && !isLinked) return null;
  const place = first?.file == null ? '' : `${first.file}${first.line === null ? '' : `:${first.line}`}: `;
  const text = first
    ? place + first.message
    : error || (isLinked && lastLines ? 'The last lines of its output:' : 'See its output.');
  return (
    <p className={classes.error} role="status">
      {isLinked ? <Link href={`/previews/${id}`}>{text}</Link> : text}
    </p>
  );
}
