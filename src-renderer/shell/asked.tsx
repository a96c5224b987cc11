import { lazy, Suspense } from 'react';
import { TrustDialog } from '../components/trust-dialog.tsx';
import { useRebuild } from '../stores/rebuild.ts';

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
