import { Group } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FilterField } from './filter-field.tsx';

type Props = {
  /** The field that narrows the list by text, where it has one. */
  readonly filter?: ComponentProps<typeof FilterField>;
  /** Other ways to narrow or sort the list: facets, a choice with counts. */
  readonly children?: ReactNode;
  /** Buttons at the end. */
  readonly actions?: ReactNode;
};

/** Arranges the toolbar above a list: the filter field, facets, and actions at the end. */
export function ListToolbar({ filter, children, actions }: Props) {
  return (
    <>
      {filter && <FilterField {...filter} />}
      {children}
      {actions && (
        <Group gap="sm" flex="none" ml="auto" wrap="nowrap">
          {actions}
        </Group>
      )}
    </>
  );
}
