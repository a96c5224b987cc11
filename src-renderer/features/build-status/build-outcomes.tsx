import { type BuildDisplayState, type BuildStateFields, buildDisplayState } from './build-display-state.tsx';
import classes from './build-outcomes.module.css';

/** Distance of two marks, and where the first one is, in pixels. */
const STEP = 13;
const MIDDLE = 6;

/** What a mark is drawn as: outcomes that differ only in how far a build is look the same at this size. */
type Mark = 'passed' | 'failed' | 'cancelled' | 'running';

const PATHS: Readonly<Record<Mark, string>> = {
  passed: 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  failed: 'm-4.5 -4.5h9v9h-9z',
  cancelled: 'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zm1.2 -2.3l4.6 4.6',
  running: 'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
};
const CROSS = 'm-2 -2l4 4m0 -4l-4 4';

/** Draws the outcomes of builds as small marks, oldest first: a path for each kind, since hundreds mount while scrolling. */
export function BuildOutcomes({ builds }: { readonly builds: readonly BuildStateFields[] }) {
  if (builds.length === 0) return null;
  const marks = builds.map((build) => markOf(buildDisplayState(build)));
  const paths = new Map<Mark, string>();
  let crosses = '';
  marks.forEach((mark, at) => {
    const start = `M${at * STEP + MIDDLE} 9`;
    paths.set(mark, `${paths.get(mark) ?? ''}${start}${PATHS[mark]}`);
    if (mark === 'failed') crosses += start + CROSS;
  });
  return (
    <svg
      className={classes.outcomes}
      width={builds.length * STEP}
      height="18"
      role="img"
      aria-label={labelOf(marks)}
    >
      {[...paths].map(([mark, path]) => (
        <path key={mark} className={classes[mark]} d={path} />
      ))}
      {crosses !== '' && <path className={classes.cross} d={crosses} />}
    </svg>
  );
}

function markOf(state: BuildDisplayState): Mark {
  return state === 'passed' || state === 'failed' || state === 'cancelled' ? state : 'running';
}

/** Says the outcomes, oldest first, for a screen reader: `passed, failed, passed`. */
function labelOf(marks: readonly Mark[]): string {
  return `Outcomes, oldest first: ${marks.join(', ')}`;
}
