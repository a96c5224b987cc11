import { useEffect, useMemo, useRef } from 'react';
import { isEnded } from '../../../../src-server/model/builds/build.ts';
import {
  BuildIcon,
  buildDisplayState,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';
import { ElapsedTime } from '../../../features/build-status/elapsed-time.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import {
  builderLabel,
  configCommand,
  configFile,
  formatShortDuration,
  startedByLabel,
  usualDurationText,
} from '../build-labels.ts';
import { type BuildStep, buildSteps, commandDisplayState, formatClock } from './build-phases.ts';
import classes from './build-steps-panel.module.css';
import { commandMenu } from './command-menu.tsx';

type Props = {
  readonly build: BuildDetail;
  /** The id of the marked command. */
  readonly current: number | undefined;
  readonly open: (command: BuildCommand) => void;
  readonly showConfig: () => void;
};

/** Lists the states and commands of a build with their times, and further facts below. */
export function BuildStepsPanel({ build, current, open, showConfig }: Props) {
  const steps = useMemo(() => buildSteps(build), [build]);
  const stepList = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current !== undefined) scrollToCurrent(stepList.current);
  }, [current]);
  return (
    <nav className={classes.panel} aria-label="Build steps">
      <ol ref={stepList} className={classes.steps}>
        {steps.map((step) =>
          step.kind === 'state' ? (
            <PhaseStep key={step.label} step={step} />
          ) : (
            <CommandStep
              key={step.command.id}
              step={step}
              displayState={commandDisplayState(build, step.command)}
              isCurrent={step.command.id === current}
              build={build}
              open={open}
            />
          ),
        )}
      </ol>
      <BuildInfo build={build} open={open} showConfig={showConfig} />
    </nav>
  );
}

/** Scrolls the list, and nothing around it, to the marked command. */
function scrollToCurrent(stepList: HTMLElement | null): void {
  const step = stepList?.querySelector('[aria-current]');
  if (!stepList || !step) return;
  const [stepBounds, listBounds] = [step.getBoundingClientRect(), stepList.getBoundingClientRect()];
  if (stepBounds.top >= listBounds.top && stepBounds.bottom <= listBounds.bottom) return;
  stepList.scrollTop += stepBounds.top - listBounds.top - listBounds.height / 2;
}

type Step = BuildStep<BuildCommand>;

function PhaseStep({ step }: { readonly step: Step & { readonly kind: 'state' } }) {
  const { label, displayState, at, duration, runningSince, isUpcoming } = step;
  return (
    <li className={isUpcoming ? `${classes.state} ${classes.upcoming}` : classes.state}>
      <span className={classes.time}>{at === null ? '' : formatClock(at)}</span>
      <span className={classes.track}>
        <BuildIcon state={displayState} isLabelled={!isUpcoming} />
      </span>
      <span className={classes.name}>{label}</span>
      <span className={classes.duration}>
        {runningSince !== null ? (
          <ElapsedTime since={runningSince} />
        ) : duration === null ? (
          ''
        ) : (
          formatShortDuration(duration)
        )}
      </span>
    </li>
  );
}

type CommandStepProps = Pick<Props, 'build' | 'open'> & {
  readonly step: Step & { readonly kind: 'command' };
  readonly displayState: ReturnType<typeof commandDisplayState>;
  readonly isCurrent: boolean;
};

function CommandStep({ step, displayState, isCurrent, build, open }: CommandStepProps) {
  const { command, label, at } = step;
  const isRunning = displayState === 'building';
  // A running command with errors already counts as failed.
  const shownState = isRunning && command.errors > 0 ? 'failed' : displayState;
  const trackClass = displayState === 'failed' ? classes.failed : isRunning ? classes.running : '';
  return (
    <li
      className={isCurrent ? `${classes.command} ${classes.current}` : classes.command}
      {...commandMenu(build, command, open)}
    >
      <button
        type="button"
        className={classes.step}
        aria-current={isCurrent ? 'step' : undefined}
        title={command.command.slice(0, 1000)}
        onClick={() => open(command)}
      >
        <span className={classes.time}>{formatClock(at)}</span>
        <span className={`${classes.track} ${trackClass}`} />
        <span className={classes.name}>{label}</span>
        {(shownState === 'failed' || shownState === 'cancelled') && (
          <span className={classes.duration}>
            <BuildIcon state={shownState} isLabelled={!isRunning} />
          </span>
        )}
      </button>
    </li>
  );
}

function BuildInfo({ build, open, showConfig }: Pick<Props, 'build' | 'open' | 'showConfig'>) {
  const startedBy = startedByLabel(build.startedBy);
  const hasConfig = Object.keys(build.config).length > 0;
  // A rejected configuration is only in the log, as printed by the command.
  const configRead = configCommand(build);
  return (
    <dl className={classes.info}>
      {startedBy !== undefined && (
        <>
          <dt>Started by</dt>
          <dd title={startedBy}>{startedBy}</dd>
        </>
      )}
      <dt>Usually</dt>
      <dd>
        <UsualDuration build={build} />
      </dd>
      <dt>Builder</dt>
      <dd>{builderLabel(build)}</dd>
      <dt>Config</dt>
      <dd>
        {hasConfig || configRead ? (
          <button
            type="button"
            className={classes.link}
            onClick={() => (hasConfig || !configRead ? showConfig() : open(configRead))}
          >
            {configRead ? configFile(configRead) : '.readthedocs.yaml'}
          </button>
        ) : isEnded(build.state) ? (
          'None'
        ) : (
          'Not read yet'
        )}
      </dd>
    </dl>
  );
}

function UsualDuration({ build }: Pick<Props, 'build'>) {
  const { usualDuration, duration, started } = build;
  const isInProgress = isBuildInProgress(buildDisplayState(build));
  if (isInProgress && started !== null && usualDuration !== null) {
    const format = (seconds: number) => usualDurationText(usualDuration, seconds, true);
    return <ElapsedTime since={started} format={format} />;
  }
  return usualDurationText(usualDuration, isInProgress ? null : duration, false);
}
