import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { countOf } from '../../ui/time-words.ts';
import classes from './settings.module.css';

const KINDS: Readonly<Record<string, string>> = {
  project: 'Project',
  'environment-variable': 'Variable',
  integration: 'Integration',
  'build-webhook': 'Webhook',
};
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** What was removed and can be brought back. */
export function Trash() {
  const { data: trash } = useQuery(desk.settings.trash.queryOptions());
  const restore = useMutation(desk.settings.restoreTrash.mutationOptions());
  const [emptying, setEmptying] = useState(false);
  if (trash === undefined) return null;
  if (trash.length === 0) {
    return (
      <EmptyState title="The trash is empty">
        Projects and variables that you remove stay here for 30 days and can be brought back whole.
      </EmptyState>
    );
  }
  const bringBack = (id: number, name: string) =>
    restore.mutate({ id }, { onSuccess: () => tell(`Brought back ${name}`), onError: tellProblem });
  return (
    <>
      <div className={classes.barHead}>
        <span className="dim grow">{countOf(trash.length, 'thing')}, kept for 30 days</span>
        <Button
          variant="outline"
          color="red"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => setEmptying(true)}
        >
          Empty trash…
        </Button>
      </div>
      <table className={`${classes.table} ${classes.trash}`}>
        <thead>
          <tr>
            <th>Name</th>
            <th>Kind</th>
            <th>Removed</th>
            <th>By</th>
            <th>
              <span className={classes.hidden}>Acts</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {trash.map(({ id, name, kind, removed, username }) => (
            <tr key={id}>
              <td className="mono cut" title={name}>
                {name}
              </td>
              <td className="dim">{KINDS[kind] ?? kind}</td>
              <td className="dim">
                <TimeAgo at={removed} />
              </td>
              <td className="dim cut" title={username ?? undefined}>
                {username ?? 'Lectern'}
              </td>
              <td className={classes.rowActs}>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconArrowBackUp {...ICON} />}
                  aria-label={`Bring back ${name}`}
                  onClick={() => bringBack(id, name)}
                >
                  Bring back
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {emptying && <Empty count={trash.length} close={() => setEmptying(false)} />}
    </>
  );
}

function Empty({ count, close }: { readonly count: number; readonly close: () => void }) {
  const empty = useMutation(desk.settings.emptyTrash.mutationOptions());
  const done = (gone: number) => {
    tell(`Emptied the trash: ${countOf(gone, 'thing')}`);
    close();
  };
  return (
    <Confirm
      title="Empty the trash"
      act={`Remove ${countOf(count, 'thing')}`}
      busy={empty.isPending}
      problem={empty.error ? problemOf(empty.error).message : undefined}
      run={() => empty.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      What lies in the trash is removed for good, with its versions, builds and values. This cannot be undone.
    </Confirm>
  );
}
