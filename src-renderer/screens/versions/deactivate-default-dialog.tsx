import { Stack } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { truncate } from '../../ui/format.ts';
import { DefaultFallbackWarning } from './default-fallback-warning.tsx';
import type { VersionListView, VersionRowView } from './version-row.ts';

type Props = {
  readonly versionList: VersionListView;
  readonly row: VersionRowView;
  readonly deactivate: (row: VersionRowView) => void;
  readonly close: () => void;
};

/** Asks before the default version is deactivated, and says what readers will see. */
export function DeactivateDefaultDialog({ versionList, row, deactivate, close }: Props) {
  return (
    <ConfirmDialog
      title="Deactivate the default version"
      confirmLabel={`Deactivate ${truncate(row.slug)}`}
      run={() => {
        close();
        deactivate(row);
      }}
      close={close}
    >
      <Stack gap={12}>
        <p>
          {row.built
            ? 'Its built pages are removed and readers can no longer open them. Activating it again builds it again.'
            : 'Readers are no longer offered this version. Activating it again builds it.'}
        </p>
        <DefaultFallbackWarning versionList={versionList} deactivated={[row.slug]} />
      </Stack>
    </ConfirmDialog>
  );
}
