import { useEffect, useMemo, useRef } from 'react';
import { BuildGlyph, buildLook, inFlight } from '../../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../../features/build-status/running-now.ts';
import { durationWords } from '../../../ui/time-words.ts';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import {
  builderWords,
  configCommand,
  configFile,
  shortDuration,
  starterWords,
  usualWords,
} from '../build-words.ts';
import { clockWords, commandLook, type RailStep, railSteps } from './build-phases.ts';
import classes from './rail.module.css';

type Props = {
  readonly build: BuildDetail;
  /** The command that the ribbon stands at. */
  readonly current: number | undefined;
  readonly open: (command: BuildCommand) => void;
  readonly showConfig: () => void;
};

/** The states and commands of a build with their times, and what else is known of it. */
export function Rail({ build, current, open, showConfig }: Props) {
  const steps = useMemo(() => railSteps(build), [build]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current !== undefined) bringIntoSight(list.current);
  }, [current]);
  return (
    <nav className={classes.rail} aria-label="Steps of the build">
      <ol ref={list} className={classes.steps}>
        {steps.map((step) =>
          step.kind === 'state' ? (
            <State key={step.label} step={step} />
          ) : (
            <Command
              key={step.command.id}
              step={step}
              look={commandLook(build, step.command)}
              isCurrent={step.command.id === current}
              open={open}
            />
          ),
        )}
      </ol>
      <Box build={build} open={open} showConfig={showConfig} />
    </nav>
  );
}

/** Scrolls the list, and nothing around it, to the command that the ribbon stands at. */
function bringIntoSight(list: HTMLElement | null): void {
  const step = list?.querySelector('[aria-current]');
  if (!list || !step) return;
  const [inside, around] = [step.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inside.top >= around.top && inside.bottom <= around.bottom) return;
  list.scrollTop += inside.top - around.top - around.height / 2;
}

type Step = RailStep<BuildCommand>;

function State({ step }: { readonly step: Step & { readonly kind: 'state' } }) {
  const { label, look, at, took, since, isToCome } = step;
  return (
    <li className={isToCome ? `${classes.state} ${classes.toCome}` : classes.state}>
      <span className={classes.time}>{at === null ? '' : clockWords(at)}</span>
      <span className={classes.track}>
        <BuildGlyph look={look} labelled={!isToCome} />
      </span>
      <span className={classes.name}>{label}</span>
      <span className={classes.took}>
        {since !== null ? <Ticking since={since} /> : took === null ? '' : shortDuration(took)}
      </span>
    </li>
  );
}

function Ticking({ since }: { readonly since: number }) {
  return durationWords(Math.max(0, (useRunningNow() - since / 1000) / 1000));
}

type CommandProps = Pick<Props, 'open'> & {
  readonly step: Step & { readonly kind: 'command' };
  readonly look: ReturnType<typeof commandLook>;
  readonly isCurrent: boolean;
};

function Command({ step: { command, label, at }, look, isCurrent, open }: CommandProps) {
  const isRunning = look === 'building';
  // Of one that still runs it is known already that something went wrong.
  const shown = isRunning && command.errors > 0 ? 'failed' : look;
  const track = look === 'failed' ? classes.bad : isRunning ? classes.now : '';
  return (
    <li className={isCurrent ? `${classes.command} ${classes.current}` : classes.command}>
      <button
        type="button"
        className={classes.step}
        aria-current={isCurrent ? 'step' : undefined}
        title={command.command.slice(0, 1000)}
        onClick={() => open(command)}
      >
        <span className={classes.time}>{clockWords(at)}</span>
        <span className={`${classes.track} ${track}`} />
        <span className={classes.name}>{label}</span>
        {(shown === 'failed' || shown === 'cancelled') && (
          <span className={classes.took}>
            <BuildGlyph look={shown} labelled={!isRunning} />
          </span>
        )}
      </button>
    </li>
  );
}

function Box({ build, open, showConfig }: Pick<Props, 'build' | 'open' | 'showConfig'>) {
  const by = starterWords(build.startedBy);
  const hasConfig = Object.keys(build.config).length > 0;
  // One that was refused stands in the log, as it was found.
  const read = configCommand(build);
  return (
    <dl className={classes.box}>
      {by !== undefined && (
        <>
          <dt>Started by</dt>
          <dd title={by}>{by}</dd>
        </>
      )}
      <dt>Usual time</dt>
      <dd>
        <Usual build={build} />
      </dd>
      <dt>Builder</dt>
      <dd>{builderWords(build)}</dd>
      <dt>Config</dt>
      <dd>
        {hasConfig || read ? (
          <button
            type="button"
            className={classes.link}
            onClick={() => (hasConfig || !read ? showConfig() : open(read))}
          >
            {read ? configFile(read) : '.readthedocs.yaml'}
          </button>
        ) : build.state === 'finished' ? (
          'None read'
        ) : (
          'Not read yet'
        )}
      </dd>
    </dl>
  );
}

function Usual({ build }: Pick<Props, 'build'>) {
  const { usualDuration, duration, started } = build;
  const isUnderWay = inFlight(buildLook(build));
  if (isUnderWay && started !== null && usualDuration !== null) {
    return <UsualNow usual={usualDuration} started={started} />;
  }
  return usualWords(usualDuration, isUnderWay ? null : duration, false);
}

function UsualNow({ usual, started }: { readonly usual: number; readonly started: number }) {
  const now = useRunningNow();
  return usualWords(usual, (now - started / 1000) / 1000, true);
}
