import { Button, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { useRebuildDialog } from '../../features/rebuild-dialog-state.ts';

/** Rebuilds all active versions of a project after a question; says why where the project is a record. */
export function RebuildAllButton({ slug }: { readonly slug: string }) {
  const { data: header } = useQuery(desk.project.header.queryOptions({ slug }));
  const reason = header?.recordReason ?? null;
  const open = useRebuildDialog((state) => state.open);
  return (
    <Tooltip label={reason ?? 'Rebuild all active versions'} multiline maw={320}>
      <Button
        variant="default"
        aria-label="Rebuild all active versions"
        aria-disabled={reason !== null}
        onClick={() => reason === null && open(slug)}
      >
        <IconStack2 size={16} stroke={1.75} aria-hidden />
        <span className="wide-only" style={{ marginLeft: 8 }}>
          Rebuild all…
        </span>
      </Button>
    </Tooltip>
  );
}
