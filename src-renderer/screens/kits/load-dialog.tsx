import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../../api/desk.ts';
import { type LoadSource, useLoadDialog } from '../../features/load-data/load-dialog-state.ts';
import { LoadForm } from './load-form.tsx';
import { nameOf, previewSource } from './load-source.ts';
import { type SeedErrorReport, SeedErrors, seedErrorReport } from './seed-errors.tsx';

const UNREADABLE = 'The file could not be read.';

type Props = { readonly source: LoadSource };

/** Says what a kit or a seed file adds, asks where, and loads it; or lists what is wrong with it. */
export function LoadDialog({ source }: Props) {
  const close = useLoadDialog((state) => state.close);
  const { data: preview, error } = useQuery({
    queryKey: ['load-preview', source],
    queryFn: () => (source.kind === 'unreadable' ? undefined : previewSource(source)),
    enabled: source.kind !== 'unreadable',
    // What is here may have changed since it was asked.
    gcTime: 0,
    retry: false,
  });
  if (source.kind !== 'unreadable' && preview)
    return <LoadForm source={source} preview={preview} close={close} />;
  const report = errorReport(source, error);
  return (
    <Modal
      opened
      onClose={close}
      title={`Load ${nameOf(source)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {report ? (
        <SeedErrors report={report} close={close} />
      ) : (
        <Skeleton height={96} animate={false} aria-label="Reading" />
      )}
    </Modal>
  );
}

function errorReport(source: LoadSource, error: unknown): SeedErrorReport | undefined {
  if (source.kind === 'unreadable')
    return { subject: source.file, lines: [{ path: '', message: UNREADABLE }] };
  return error ? seedErrorReport(nameOf(source), problemOf(error)) : undefined;
}
