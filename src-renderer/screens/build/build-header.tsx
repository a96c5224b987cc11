import { Button, CopyButton, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconGitCommit,
  IconHammerOff,
  IconPlayerTrackNext,
  IconRefresh,
  IconSquare,
} from '@tabler/icons-react';
import { BUILD_MODE_LABELS } from '../../../src-server/model/builds/build.ts';
import { useConnection } from '../../api/live/connection.ts';
import {
  BuildIcon,
  buildDisplayState,
  buildStateLabel,
  isBuildInProgress,
} from '../../features/build-status/build-display-state.tsx';
import { commitText } from '../../features/build-status/commit-text.ts';
import { ElapsedTime } from '../../features/build-status/elapsed-time.tsx';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { RECORDED_BUILD, RecordChip } from '../../ui/feedback/record-chip.tsx';
import { formatDuration } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FROM_SCRATCH_HINT } from '../builds/use-trigger-build.ts';
import classes from './build.module.css';
import type { BuildDetail } from './build-detail.ts';
import { DocsButtons } from './docs-buttons.tsx';
import { formatClock } from './steps/build-phases.ts';
import { useBuildActions } from './use-build-actions.ts';

/** Shows the build's state, version and commit beside the title. */
export function BuildSubtitle({ build }: { readonly build: BuildDetail }) {
  const { versionName, versionSlug, commit } = build;
  return (
    <>
      <StateChip build={build} />
      {build.recorded && <RecordChip reason={RECORDED_BUILD} />}
      {build.mode !== 'clean' && <Chip>{BUILD_MODE_LABELS[build.mode]}</Chip>}
      <span
        className="mono truncate"
        style={{ flex: 'none', maxWidth: 'min(260px, 25vw)' }}
        title={`Version ${versionSlug}`}
      >
        {versionName}
      </span>
      {commit && (
        <>
          <span className={classes.separator} />
          <CopyButton value={commit}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? 'Copied' : `Copy ${commit.slice(0, 64)}`}>
                <UnstyledButton
                  className={classes.commit}
                  {...copyable('commit', commit)}
                  aria-label={`Copy commit ${commit.slice(0, 7)}`}
                  onClick={copy}
                >
                  <IconGitCommit size={14} stroke={1.75} aria-hidden />
                  <span className="mono">{commit.slice(0, 7)}</span>
                </UnstyledButton>
              </Tooltip>
            )}
          </CopyButton>
          <bdi className={classes.subject} title={commitText(build)}>
            {commitText(build)}
          </bdi>
        </>
      )}
    </>
  );
}

function StateChip({ build }: { readonly build: BuildDetail }) {
  const displayState = buildDisplayState(build);
  const tone =
    displayState === 'passed' || displayState === 'failed'
      ? displayState
      : isBuildInProgress(displayState) && displayState !== 'triggered'
        ? 'inProgress'
        : 'kind';
  return (
    <Chip tone={tone} icon={<BuildIcon state={displayState} isLabelled={false} />}>
      {buildStateLabel(displayState)} <BuildDuration build={build} />
    </Chip>
  );
}

function BuildDuration({ build }: { readonly build: BuildDetail }) {
  const { started, duration } = build;
  const displayState = buildDisplayState(build);
  if (!isBuildInProgress(displayState)) return duration === null ? null : formatDuration(duration);
  return displayState === 'triggered' || started === null ? null : (
    <ElapsedTime since={started} format={formatClock} />
  );
}

/** Returns the path of a build in the API. */
export function buildApiPath(project: string, id: number | string): string {
  return `/api/v3/projects/${project}/builds/${id}/`;
}

/** Shows the buttons of a build: cancel while it runs, else its pages and a retry. */
export function BuildActions({ build }: { readonly build: BuildDetail }) {
  const { id, projectSlug, versionSlug } = build;
  const actions = useBuildActions(build);
  const isDisconnected = useConnection(({ state }) => state !== 'connected');
  const displayState = buildDisplayState(build);
  return (
    <>
      <CopyCurl
        calls={[
          { label: 'Get this build', path: buildApiPath(projectSlug, id) },
          { label: 'Get its commands', path: `/api/v2/build/${id}/` },
          {
            label: 'Build again',
            method: 'POST',
            path: `/api/v3/projects/${projectSlug}/versions/${versionSlug}/builds/`,
          },
        ]}
      />
      {build.canAdvance && (
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNext size={16} stroke={1.75} aria-hidden />}
          disabled={isDisconnected}
          loading={actions.isAdvancing}
          onClick={actions.advance}
        >
          Continue build
        </Button>
      )}
      {isBuildInProgress(displayState) ? (
        <Button
          variant="default"
          className={classes.cancel}
          leftSection={<IconSquare size={16} stroke={1.75} aria-hidden />}
          disabled={isDisconnected}
          loading={actions.isCancelling && !isDisconnected}
          onClick={actions.cancel}
        >
          Cancel build
        </Button>
      ) : (
        <>
          <DocsButtons build={build} />
          <Button
            variant={displayState === 'passed' || build.remedy !== null ? 'default' : 'filled'}
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            disabled={isDisconnected || build.recordReason !== null}
            title={build.recordReason ?? undefined}
            loading={actions.isRetrying}
            onClick={() => actions.retry()}
          >
            Retry
          </Button>
          {build.recordReason === null && (
            <MenuButton label="More ways to build">
              <Menu.Item
                leftSection={<IconHammerOff size={16} stroke={1.75} />}
                title={FROM_SCRATCH_HINT}
                disabled={isDisconnected}
                onClick={() => actions.retry({ isFromScratch: true })}
              >
                Build from scratch
              </Menu.Item>
            </MenuButton>
          )}
        </>
      )}
    </>
  );
}
