import { useRestoreDialog } from '../features/backups/restore-dialog-state.ts';
import { useLoadDialog } from '../features/load-data/load-dialog-state.ts';
import { useRebuildDialog } from '../features/rebuild-dialog-state.ts';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';
import { notifyError } from '../ui/feedback/notify.tsx';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { LoadBoundary } from '../ui/lazy/load-boundary.tsx';
import { News } from './news.tsx';
import { UndoQuestion } from './undo-question.tsx';

const RebuildAll = lazyScreen(() =>
  import('../screens/builds/rebuild-all.tsx').then(({ RebuildAll }) => RebuildAll),
);

const LoadDialog = lazyScreen(() =>
  import('../screens/kits/load-dialog.tsx').then(({ LoadDialog }) => LoadDialog),
);

const RestoreBackup = lazyScreen(() =>
  import('../screens/settings/restore-backup.tsx').then(({ RestoreBackup }) => RestoreBackup),
);

/** Shows the dialogs that any screen, key or command may open. */
export function GlobalDialogs() {
  const rebuildSlug = useRebuildDialog(({ slug }) => slug);
  const loadSource = useLoadDialog(({ source }) => source);
  const isRestoring = useRestoreDialog(({ isOpen }) => isOpen);
  return (
    <>
      {isRestoring && (
        <LoadBoundary
          onFailure={(error) => {
            useRestoreDialog.getState().close();
            notifyError(error);
          }}
        >
          <RestoreBackup />
        </LoadBoundary>
      )}
      {loadSource && (
        <LoadBoundary
          onFailure={(error) => {
            useLoadDialog.getState().close();
            notifyError(error);
          }}
        >
          <LoadDialog source={loadSource} />
        </LoadBoundary>
      )}
      {rebuildSlug !== undefined && (
        <LoadBoundary
          key={rebuildSlug}
          onFailure={(error) => {
            useRebuildDialog.getState().close();
            notifyError(error);
          }}
        >
          <RebuildAll slug={rebuildSlug} />
        </LoadBoundary>
      )}
      <TrustDialog />
      <UndoQuestion />
      <News />
    </>
  );
}
