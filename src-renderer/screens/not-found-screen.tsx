import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Screen } from '../ui/feedback/screen.tsx';

/** An address that no screen has, or something that is not there (any more). */
export function NotFoundScreen({
  what: message = 'Nothing is at this address.',
}: {
  readonly what?: string;
}) {
  return (
    <Screen title="Not found" breadcrumbs={[{ label: 'Not found' }]}>
      <EmptyState title="Not on the shelf">
        {message}{' '}
        <Button component={Link} href="/projects" variant="default" ml={8}>
          All projects
        </Button>
      </EmptyState>
    </Screen>
  );
}
