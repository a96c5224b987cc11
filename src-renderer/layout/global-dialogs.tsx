import { useRebuildDialog } from '../features/rebuild-dialog-state.ts';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';
import { notifyError } from '../ui/feedback/notify.tsx';
import { lazyScreen } from './screen/lazy-screen.tsx';
import { DialogBoundary } from './screen/screen-boundary.tsx';

const RebuildAll = lazyScreen(() =>
  import('../screens/builds/rebuild-all.tsx').then(({ RebuildAll }) => RebuildAll),
);

/** Shows the dialogs that any screen, key or command may open. */
export function GlobalDialogs() {
  const rebuildSlug = useRebuildDialog(({ slug }) => slug);
  return (
    <>
      {rebuildSlug !== undefined && (
        <DialogBoundary
          key={rebuildSlug}
          onFailure={(error) => {
            useRebuildDialog.getState().close();
            notifyError(error);
          }}
        >
          <RebuildAll slug={rebuildSlug} />
        </DialogBoundary>
      )}
      <TrustDialog />
    </>
  );
}
