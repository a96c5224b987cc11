import { Suspense } from 'react';
import { lazyScreen } from '../../../layout/screen/lazy-screen.tsx';
import { ScreenBoundary } from '../../../layout/screen/screen-boundary.tsx';
import classes from './lanes.module.css';

const Lanes = lazyScreen(() => import('./lanes.tsx').then(({ Lanes }) => Lanes));

/** Shows what ran when, above the history of builds. */
export function LanesPanel() {
  return (
    <div className={classes.place}>
      <ScreenBoundary>
        <Suspense fallback={null}>
          <Lanes />
        </Suspense>
      </ScreenBoundary>
    </div>
  );
}
