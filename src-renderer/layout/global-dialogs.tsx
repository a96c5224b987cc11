import { lazy, Suspense } from 'react';
import { useRebuildDialog } from '../features/rebuild-dialog-state.ts';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';

const RebuildAll = lazy(() =>
  import('../screens/builds/rebuild-all.tsx').then(({ RebuildAll }) => ({ default: RebuildAll })),
);

/** Shows the dialogs that any screen, key or command may open. */
export function GlobalDialogs() {
  const rebuildSlug = useRebuildDialog(({ slug }) => slug);
  return (
    <>
      <Suspense fallback={null}>
        {rebuildSlug !== undefined && <RebuildAll key={rebuildSlug} slug={rebuildSlug} />}
      </Suspense>
      <TrustDialog />
    </>
  );
}
