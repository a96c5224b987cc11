import { Button, CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconGitCommit, IconRefresh, IconSquare } from '@tabler/icons-react';
import { useConnection } from '../../api/live/connection.ts';
import { BuildGlyph, buildLook, buildWord, inFlight } from '../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../features/build-status/running-now.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { Chip } from '../../ui/feedback/chip.tsx';
import { durationWords } from '../../ui/time-words.ts';
import classes from './build.module.css';
import type { BuildDetail } from './build-detail.ts';
import { OpenPages } from './open-pages.tsx';
import { clockWords } from './steps/build-phases.ts';
import { useBuildActs } from './use-build-acts.ts';

/** Beside the title: how the build stands, of which version, of which commit. */
export function BuildBeside({ build }: { readonly build: BuildDetail }) {
  const { versionName, versionSlug, commit } = build;
  return (
    <>
      <StateChip build={build} />
      <span className={`mono cut ${classes.version}`} title={`Version ${versionSlug}`}>
        {versionName}
      </span>
      {commit && (
        <>
          <span className={classes.between} />
          <CopyButton value={commit}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? 'Copied' : `Copy ${commit.slice(0, 64)}`}>
                <UnstyledButton
                  className={classes.commit}
                  aria-label={`Copy commit ${commit.slice(0, 7)}`}
                  onClick={copy}
                >
                  <IconGitCommit size={14} stroke={1.75} aria-hidden />
                  <span className="mono">{commit.slice(0, 7)}</span>
                </UnstyledButton>
              </Tooltip>
            )}
          </CopyButton>
        </>
      )}
    </>
  );
}

function StateChip({ build }: { readonly build: BuildDetail }) {
  const look = buildLook(build);
  const tone =
    look === 'passed' || look === 'failed'
      ? look
      : inFlight(look) && look !== 'triggered'
        ? 'flight'
        : 'kind';
  return (
    <Chip tone={tone} icon={<BuildGlyph look={look} labelled={false} />}>
      {buildWord(look)} <Taken build={build} />
    </Chip>
  );
}

function Taken({ build }: { readonly build: BuildDetail }) {
  const { started, duration } = build;
  const look = buildLook(build);
  if (!inFlight(look)) return duration === null ? null : durationWords(duration);
  return look === 'triggered' || started === null ? null : <Clock since={started} />;
}

function Clock({ since }: { readonly since: number }) {
  return clockWords((useRunningNow() - since / 1000) / 1000);
}

/** What can be done with the build. */
export function BuildActs({ build }: { readonly build: BuildDetail }) {
  const { id, projectSlug, versionSlug } = build;
  const acts = useBuildActs(build);
  const isGone = useConnection(({ state }) => state !== 'connected');
  const look = buildLook(build);
  const project = `/api/v3/projects/${projectSlug}`;
  return (
    <>
      <CopyCurl
        calls={[
          { label: 'Read this build', path: `${project}/builds/${id}/` },
          { label: 'Read its commands', path: `/api/v2/build/${id}/` },
          { label: 'Build again', method: 'POST', path: `${project}/versions/${versionSlug}/builds/` },
        ]}
      />
      {inFlight(look) ? (
        <Button
          variant="default"
          className={classes.cancel}
          leftSection={<IconSquare size={16} stroke={1.75} aria-hidden />}
          disabled={isGone}
          loading={acts.isCancelling && !isGone}
          onClick={acts.cancel}
        >
          Cancel build
        </Button>
      ) : (
        <>
          <OpenPages build={build} />
          <Button
            variant={look === 'passed' || build.needsTrust ? 'default' : 'filled'}
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            disabled={isGone}
            loading={acts.isRetrying}
            onClick={acts.retry}
          >
            Retry
          </Button>
        </>
      )}
    </>
  );
}
