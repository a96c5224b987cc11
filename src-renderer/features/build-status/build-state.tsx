import { countOf } from '../../ui/time-words.ts';
import classes from './build-state.module.css';

/** How a build stands, as the look draws it: a shape first, a colour second. */
export type BuildLook =
  | 'triggered'
  | 'cloning'
  | 'installing'
  | 'building'
  | 'passed'
  | 'failed'
  | 'cancelled'
  | 'not-built';

/** What the look of a build is decided by. */
export type BuildFacts = {
  readonly state: string;
  readonly success: boolean | null;
  readonly error?: string | null;
};

/** Which look a build has; none at all is `not-built`. */
export function buildLook(build: BuildFacts | null | undefined): BuildLook {
  if (!build) return 'not-built';
  if (build.state === 'finished') {
    if (build.success) return 'passed';
    return /^cancelled/i.test(build.error ?? '') ? 'cancelled' : 'failed';
  }
  if (build.state === 'cloning' || build.state === 'installing' || build.state === 'building')
    return build.state;
  return 'triggered';
}

const WORDS: Readonly<Record<BuildLook, string>> = {
  triggered: 'Queued',
  cloning: 'Cloning',
  installing: 'Installing',
  building: 'Building',
  passed: 'Passed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  'not-built': 'Not built',
};

/** The word for a look, as every screen says it. */
export function buildWord(look: BuildLook): string {
  return WORDS[look];
}

/**
 * Why a build failed or was cancelled, for beside its word: that says already that it was cancelled, so what follows is
 * by whom, or by which build it was superseded.
 */
export function buildReason(build: BuildFacts & { readonly error: string }): string {
  return buildLook(build) === 'cancelled' ? build.error.replace(/^Cancelled\W*/i, '') : build.error;
}

/** Whether a build of this look is still under way. */
export function inFlight(look: BuildLook): boolean {
  return look === 'triggered' || look === 'cloning' || look === 'installing' || look === 'building';
}

const ARC: Partial<Record<BuildLook, number>> = { cloning: 0.28, installing: 0.55, building: 0.8 };
const RADIUS = 5.25;
const ROUND = 2 * Math.PI * RADIUS;

/** The 14 px glyph of a build's state. Its word stands beside it or is its name. */
export function BuildGlyph({
  look,
  labelled = true,
}: {
  readonly look: BuildLook;
  readonly labelled?: boolean;
}) {
  const naming = labelled ? { role: 'img', 'aria-label': WORDS[look] } : { 'aria-hidden': true };
  const arc = ARC[look];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its name is in `naming`, where it has one
    <svg
      className={`${classes.glyph} ${classes[look] ?? ''}`}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      {...naming}
    >
      {arc !== undefined && (
        <g className={look === 'building' ? classes.turning : undefined}>
          <circle cx="7" cy="7" r={RADIUS} className={classes.track} />
          <circle
            cx="7"
            cy="7"
            r={RADIUS}
            className={classes.arc}
            strokeDasharray={`${arc * ROUND} ${ROUND}`}
            transform="rotate(-90 7 7)"
          />
        </g>
      )}
      {look === 'triggered' && <circle cx="7" cy="7" r={RADIUS} className={classes.dashed} />}
      {look === 'passed' && (
        <>
          <circle cx="7" cy="7" r="6.5" fill="currentColor" />
          <path d="M4.2 7.2l2 2 3.7-4.1" className={classes.mark} />
        </>
      )}
      {look === 'failed' && (
        <>
          <rect x="0.5" y="0.5" width="13" height="13" rx="2" fill="currentColor" />
          <path d="M4.6 4.6l4.8 4.8M9.4 4.6l-4.8 4.8" className={classes.mark} />
        </>
      )}
      {look === 'cancelled' && (
        <>
          <circle cx="7" cy="7" r={RADIUS} className={classes.ring} />
          <path d="M3.4 3.4l7.2 7.2" className={classes.ring} />
        </>
      )}
      {look === 'not-built' && <path d="M4 7h6" className={classes.ring} />}
    </svg>
  );
}

/** Bars of the newest durations (seconds), oldest first; a failed one and one under way have their colours. */
export function Sparkline({
  builds,
  bars = 12,
}: {
  readonly builds: readonly (BuildFacts & { readonly duration: number | null })[];
  readonly bars?: number;
}) {
  const shown = builds.slice(-bars);
  const longest = Math.max(1, ...shown.map(({ duration }) => duration ?? 0));
  const label = `Durations of the last ${countOf(shown.length, 'build')}`;
  const outlines = new Map<string, string>();
  shown.forEach((build, index) => {
    const height = Math.max(3, Math.round(((build.duration ?? 0) / longest) * 18));
    const kind = barClass(build) ?? '';
    const outline = `M${(bars - shown.length + index) * 7} 18v-${height}h5v${height}z`;
    outlines.set(kind, (outlines.get(kind) ?? '') + outline);
  });
  return (
    <svg className={classes.spark} width={bars * 7} height="18" role="img" aria-label={label}>
      {[...outlines].map(([kind, outline]) => (
        <path key={kind} className={kind} d={outline} />
      ))}
    </svg>
  );
}

function barClass(build: BuildFacts): string | undefined {
  const look = buildLook(build);
  if (inFlight(look)) return classes.barFlight;
  return look === 'failed' ? classes.barFailed : classes.bar;
}
