import { Stack } from '@mantine/core';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { truncate } from '../../ui/format.ts';
import { DefaultFallbackWarning } from './default-fallback-warning.tsx';
import type { VersionListView, VersionRowView } from './version-row.ts';

/** Asks before the default version is deactivated, and says what readers will see. */
export function confirmDeactivateDefault(
  versionList: VersionListView,
  row: VersionRowView,
  deactivate: () => Promise<unknown>,
): void {
  confirm({
    title: 'Deactivate the default version',
    confirmLabel: `Deactivate ${truncate(row.slug)}`,
    body: (
      <Stack gap={12}>
        <p>
          {row.built
            ? 'Its built pages are removed and readers can no longer open them. Activating it again builds it again.'
            : 'Readers are no longer offered this version. Activating it again builds it.'}
        </p>
        <DefaultFallbackWarning versionList={versionList} deactivated={[row.slug]} />
      </Stack>
    ),
    run: deactivate,
  });
}
