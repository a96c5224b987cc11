import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Screen } from '../ui/feedback/screen.tsx';

type Props = { readonly message?: string };

/** Shows that an address has no screen, or that its object does not exist (any more). */
export function NotFoundScreen({ message = 'There is no page at this address.' }: Props) {
  return (
    <Screen title="Not found" breadcrumbs={[{ label: 'Not found' }]}>
      <EmptyState title="Not found">
        {message}{' '}
        <Button component={Link} href="/projects" variant="default" ml={8}>
          All projects
        </Button>
      </EmptyState>
    </Screen>
  );
}
