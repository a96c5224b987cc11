import { IconPlus, IconUpload } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

type Props = { readonly add: () => void; readonly openImport: () => void };

/** Says that a project has no redirects, and how to get some. */
export function NoRedirects({ add, openImport }: Props) {
  return (
    <EmptyState
      title="No redirects yet"
      choices={[
        {
          icon: <IconPlus size={20} stroke={1.75} aria-hidden />,
          label: 'Add a redirect',
          hint: 'From one page, a prefix, or a whole URL',
          run: add,
        },
        {
          icon: <IconUpload size={20} stroke={1.75} aria-hidden />,
          label: 'Import redirects',
          hint: 'From JSON or CSV, with a preview first',
          run: openImport,
        },
      ]}
    >
      A redirect sends readers of a page that is gone to where it is now.
    </EmptyState>
  );
}
