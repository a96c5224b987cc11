import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Changed } from '../../../src-server/desk/procedure.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { requestActivation, requestTrust } from '../../features/trust/request-trust.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { countChanges, type ReportItem } from '../../ui/dialog/bulk-report.tsx';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { DefaultFallbackWarning } from './default-fallback-warning.tsx';
import type { VersionsDialog } from './use-version-actions.ts';
import type { VersionListView } from './version-row.ts';

type Props = {
  readonly slug: string;
  /** All versions of the project; undefined while loading. */
  readonly versionList: VersionListView | undefined;
  readonly dialog: VersionsDialog;
  readonly close: () => void;
  /** Called after the change. */
  readonly onDone: () => void;
};

const DIALOG_TEXTS = {
  activate: {
    title: 'Activate versions',
    description: 'Each version is built, unless a build of it is already in progress.',
    outcomeLabel: 'Will be activated',
    actionLabel: 'Activate',
    doneVerb: 'Activated',
  },
  deactivate: {
    title: 'Deactivate versions',
    description:
      'Their built pages are removed and readers can no longer open them. Activating them again builds them again.',
    outcomeLabel: 'Will be deactivated',
    actionLabel: 'Deactivate',
    doneVerb: 'Deactivated',
  },
  build: {
    title: 'Build versions',
    description: 'The builds are added to the queue.',
    outcomeLabel: 'Will be built',
    actionLabel: 'Build',
    doneVerb: 'Queued',
  },
} as const;

/** Previews and makes a change to several versions. */
export function ChangeVersions({ slug, versionList, dialog: { kind, versions }, close, onDone }: Props) {
  const texts = DIALOG_TEXTS[kind];
  const request = { slug, versions: [...versions] };
  const active = kind === 'activate';
  const isBuild = kind === 'build';
  const switchPreview = useQuery(
    desk.versions.previewSwitch.queryOptions({ ...request, active }, { enabled: !isBuild }),
  );
  const buildPreview = useQuery(desk.versions.previewBuilds.queryOptions(request, { enabled: isBuild }));
  const preview = isBuild ? buildPreview : switchPreview;
  const items: readonly ReportItem[] | undefined = isBuild
    ? buildPreview.data?.items.map(({ version, ...item }) => ({ ...item, key: version, name: version }))
    : switchPreview.data?.items;
  // The dialog closes for the trust question, so errors after it are shown as notifications.
  const isClosed = useRef(false);
  const mutationHandlers = {
    onSuccess: (changed: Changed<{ readonly items: readonly ReportItem[] }>) => {
      close();
      onDone();
      const count = countChanges(changed.answer.items);
      // Triggered builds stay in the history, so there is nothing to undo.
      if (isBuild) notify(`Queued ${pluralize(count, 'build')}`);
      else notifyUndoable(`${texts.doneVerb} ${pluralize(count, 'version')}`, changed);
    },
    onError: (error: unknown) => {
      if (isClosed.current) notifyError(error);
    },
  };
  const change = useMutation(desk.versions.switch.mutationOptions(mutationHandlers));
  const build = useMutation(desk.versions.build.mutationOptions(mutationHandlers));
  const refusal = change.error ?? build.error;

  function submit(): void {
    const closeForPrompt = () => {
      isClosed.current = true;
      close();
    };
    if (kind === 'deactivate') change.mutate({ ...request, active });
    else if (kind === 'activate')
      requestActivation(slug, closeForPrompt).then(
        (goOn) => goOn && change.mutate({ ...request, active }),
        notifyError,
      );
    else
      requestTrust([slug], closeForPrompt).then(
        (isAllowed) => isAllowed && build.mutate(request),
        notifyError,
      );
  }

  return (
    <BulkDialog
      title={texts.title}
      close={close}
      items={items}
      outcomeLabels={{ change: texts.outcomeLabel }}
      noun="version"
      confirmLabel={(count) => `${texts.actionLabel} ${formatCount(count)}`}
      danger={kind === 'deactivate'}
      form={{
        submit,
        isBusy: change.isPending || build.isPending,
        problem: refusal ? problemOf(refusal).message : undefined,
      }}
      previewError={preview.error}
      retryPreview={preview.refetch}
      subjects={versions}
    >
      <Stack gap={12}>
        <p className="dim">{texts.description}</p>
        {versionList && kind === 'deactivate' && (
          <DefaultFallbackWarning versionList={versionList} deactivated={versions} />
        )}
      </Stack>
    </BulkDialog>
  );
}
