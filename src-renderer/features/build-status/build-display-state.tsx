import { formatDuration, pluralize } from '../../ui/format.ts';
import classes from './build-display-state.module.css';

/** The state of a build as the window shows it. */
export type BuildDisplayState =
  | 'triggered'
  | 'cloning'
  | 'installing'
  | 'building'
  | 'uploading'
  | 'passed'
  | 'failed'
  | 'cancelled'
  | 'not-built';

/** The fields that decide the shown state. */
export type BuildStateFields = {
  readonly state: string;
  readonly success: boolean | null;
  readonly error?: string | null;
};

/** The states of a build that has not ended, in order. */
const IN_PROGRESS = ['triggered', 'cloning', 'installing', 'building', 'uploading'] as const;

/** Returns the shown state of a build; `not-built` without one. */
export function buildDisplayState(build: BuildStateFields | null | undefined): BuildDisplayState {
  if (!build) return 'not-built';
  if (build.state === 'cancelled') return 'cancelled';
  if (build.state === 'finished') {
    if (build.success) return 'passed';
    return /^cancelled/i.test(build.error ?? '') ? 'cancelled' : 'failed';
  }
  return IN_PROGRESS.find((state) => state === build.state) ?? 'triggered';
}

const LABELS: Readonly<Record<BuildDisplayState, string>> = {
  triggered: 'Queued',
  cloning: 'Cloning',
  installing: 'Installing',
  building: 'Building',
  uploading: 'Uploading',
  passed: 'Passed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  'not-built': 'Not built',
};

/** Returns the label of a state. */
export function buildStateLabel(displayState: BuildDisplayState): string {
  return LABELS[displayState];
}

/** Returns why a build failed or was cancelled, without the word "Cancelled", which its label already says. */
export function buildReason(build: BuildStateFields & { readonly error: string }): string {
  return buildDisplayState(build) === 'cancelled' ? build.error.replace(/^Cancelled\W*/i, '') : build.error;
}

/** Tells whether a build in this state has not ended. */
export function isBuildInProgress(displayState: BuildDisplayState): boolean {
  return IN_PROGRESS.some((state) => state === displayState);
}

const ARC_FRACTIONS: Partial<Record<BuildDisplayState, number>> = {
  cloning: 0.28,
  installing: 0.55,
  building: 0.8,
  uploading: 0.92,
};
const RADIUS = 5.25;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Draws the 14 px icon of a build's state: a shape first, a colour second. */
export function BuildIcon({
  state,
  isLabelled = true,
}: {
  readonly state: BuildDisplayState;
  readonly isLabelled?: boolean;
}) {
  const ariaProps = isLabelled ? { role: 'img', 'aria-label': LABELS[state] } : { 'aria-hidden': true };
  const arc = ARC_FRACTIONS[state];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its name is in `ariaProps`, where it has one
    <svg
      className={`${classes.glyph} ${classes[state] ?? ''}`}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      {...ariaProps}
    >
      {arc !== undefined && (
        <g className={state === 'building' || state === 'uploading' ? classes.spinning : undefined}>
          <circle cx="7" cy="7" r={RADIUS} className={classes.track} />
          <circle
            cx="7"
            cy="7"
            r={RADIUS}
            className={classes.arc}
            strokeDasharray={`${arc * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
            transform="rotate(-90 7 7)"
          />
        </g>
      )}
      {state === 'triggered' && <circle cx="7" cy="7" r={RADIUS} className={classes.dashed} />}
      {state === 'passed' && (
        <>
          <circle cx="7" cy="7" r="6.5" fill="currentColor" />
          <path d="M4.2 7.2l2 2 3.7-4.1" className={classes.symbol} />
        </>
      )}
      {state === 'failed' && (
        <>
          <rect x="0.5" y="0.5" width="13" height="13" rx="2" fill="currentColor" />
          <path d="M4.6 4.6l4.8 4.8M9.4 4.6l-4.8 4.8" className={classes.symbol} />
        </>
      )}
      {state === 'cancelled' && (
        <>
          <circle cx="7" cy="7" r={RADIUS} className={classes.ring} />
          <path d="M3.4 3.4l7.2 7.2" className={classes.ring} />
        </>
      )}
      {state === 'not-built' && <path d="M4 7h6" className={classes.ring} />}
    </svg>
  );
}

/** Draws the newest durations (seconds) as bars, oldest first; a failed one has a notch, running ones their own colour. */
export function Sparkline({
  builds,
  bars = 12,
}: {
  readonly builds: readonly (BuildStateFields & { readonly duration: number | null })[];
  readonly bars?: number;
}) {
  const shown = builds.slice(-bars);
  const longest = Math.max(1, ...shown.map(({ duration }) => duration ?? 0));
  const known = shown.flatMap(({ duration }) => (duration === null ? [] : [duration]));
  const range =
    known.length === 0
      ? ''
      : `, ${formatDuration(Math.min(...known))} to ${formatDuration(Math.max(...known))}`;
  const label = `Durations of the last ${pluralize(shown.length, 'build')}${range}`;
  const paths = new Map<string, string>();
  shown.forEach((build, index) => {
    const hasFailed = buildDisplayState(build) === 'failed';
    const height = Math.max(hasFailed ? 5 : 3, Math.round(((build.duration ?? 0) / longest) * 18));
    const className = barClassName(build) ?? '';
    const top = hasFailed ? 'l2.5 3l2.5 -3' : 'h5';
    const path = `M${(bars - shown.length + index) * 7} 18v-${height}${top}v${height}z`;
    paths.set(className, (paths.get(className) ?? '') + path);
  });
  return (
    <svg className={classes.sparkline} width={bars * 7} height="18" role="img" aria-label={label}>
      {[...paths].map(([className, path]) => (
        <path key={className} className={className} d={path} />
      ))}
    </svg>
  );
}

function barClassName(build: BuildStateFields): string | undefined {
  const displayState = buildDisplayState(build);
  if (isBuildInProgress(displayState)) return classes.barInProgress;
  return displayState === 'failed' ? classes.barFailed : classes.bar;
}
