import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';

type Props = {
  /** What the list holds: `builds`. */
  readonly of: string;
  /** One sentence; says that none match these filters unless it is given. */
  readonly text?: string;
  /** Whether the list has one filter alone. */
  readonly isOneFilter?: boolean;
  readonly clear: () => void;
};

/** Says that nothing in a list matches its filters, and offers to clear them. */
export function NoMatch({ of, isOneFilter = false, text, clear }: Props) {
  return (
    <EmptyState title={`No matching ${of}`}>
      {text ?? `No ${of} match ${isOneFilter ? 'this filter' : 'these filters'}.`}
      <Button variant="default" onClick={clear} ml={12}>
        {isOneFilter ? 'Clear filter' : 'Clear filters'}
      </Button>
    </EmptyState>
  );
}
