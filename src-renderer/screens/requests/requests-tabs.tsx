import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { TabLinks } from '../../ui/tab-links.tsx';

/** Links the two tabs of the screen: the log, and the faults that are played. */
export function RequestsTabs({ active }: { readonly active: 'log' | 'faults' }) {
  const { data: faults } = useQuery(desk.faults.list.queryOptions());
  const count = faults && faults.length > 0 ? faults.length : undefined;
  return (
    <TabLinks
      label="Requests and faults"
      active={active}
      tabs={[
        { key: 'log', label: 'Log', href: '/requests' },
        { key: 'faults', label: 'Faults', href: '/requests/faults', count },
      ]}
    />
  );
}
