import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Screen } from '../ui/feedback/screen.tsx';

type Props = {
  /** Says that there is nothing; the only heading. */
  readonly title?: string;
  readonly message?: string;
  /** What brings the object back. */
  readonly action?: ReactNode;
};

/** Shows that an address has no screen, or that its object does not exist (any more). */
export function NotFoundScreen({
  title = 'Not found',
  message = 'There is no page at this address.',
  action,
}: Props) {
  return (
    <Screen title={title} breadcrumbs={[{ label: title }]}>
      <EmptyState>
        {message}
        <Group component="span" display="inline-flex" gap="sm" ml={12} wrap="nowrap">
          {action}
          <Button component={Link} href="/projects" variant="default">
            All projects
          </Button>
        </Group>
      </EmptyState>
    </Screen>
  );
}
