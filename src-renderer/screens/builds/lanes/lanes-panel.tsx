import { PanelBoundary } from '../../../layout/screen/screen-boundary.tsx';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import classes from './lanes.module.css';

const Lanes = lazyScreen(() => import('./lanes.tsx').then(({ Lanes }) => Lanes));

/** Shows what ran when, above the history of builds. */
export function LanesPanel() {
  return (
    <div className={classes.place}>
      <PanelBoundary>
        <Lanes />
      </PanelBoundary>
    </div>
  );
}
