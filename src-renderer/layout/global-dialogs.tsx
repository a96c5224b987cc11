import { useLoadDialog } from '../features/load-data/load-dialog-state.ts';
import { useRebuildDialog } from '../features/rebuild-dialog-state.ts';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';
import { notifyError } from '../ui/feedback/notify.tsx';
import { News } from './news.tsx';
import { lazyScreen } from './screen/lazy-screen.tsx';
import { DialogBoundary } from './screen/screen-boundary.tsx';

const RebuildAll = lazyScreen(() =>
  import('../screens/builds/rebuild-all.tsx').then(({ RebuildAll }) => RebuildAll),
);

const LoadDialog = lazyScreen(() =>
  import('../screens/kits/load-dialog.tsx').then(({ LoadDialog }) => LoadDialog),
);

/** Shows the dialogs that any screen, key or command may open. */
export function GlobalDialogs() {
  const rebuildSlug = useRebuildDialog(({ slug }) => slug);
  const loadSource = useLoadDialog(({ source }) => source);
  return (
    <>
      {loadSource && (
        <DialogBoundary
          onFailure={(error) => {
            useLoadDialog.getState().close();
            notifyError(error);
          }}
        >
          <LoadDialog source={loadSource} />
        </DialogBoundary>
      )}
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
      <News />
    </>
  );
}
