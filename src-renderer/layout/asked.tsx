import { lazy, Suspense } from 'react';
import { useRebuild } from '../features/rebuild.ts';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';

const RebuildAll = lazy(() =>
  import('../screens/builds/rebuild-all.tsx').then(({ RebuildAll }) => ({ default: RebuildAll })),
);

/** Dialogs that any screen, key or command may open. */
export function Asked() {
  const rebuilt = useRebuild(({ slug }) => slug);
  return (
    <>
      <Suspense fallback={null}>
        {rebuilt !== undefined && <RebuildAll key={rebuilt} slug={rebuilt} />}
      </Suspense>
      <TrustDialog />
    </>
  );
}
