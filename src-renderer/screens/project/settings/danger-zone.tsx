import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, problemOf } from '../../../api/desk.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { useProjectHeader } from '../project-frame.tsx';
import classes from './settings.module.css';

/** Removes the project after its slug is typed; undo restores it whole. */
export function DangerZone({ slug }: { readonly slug: string }) {
  const [opened, setOpened] = useState(false);
  const name = useProjectHeader(slug)?.name ?? slug;
  const { data: contents } = useQuery(desk.project.removal.queryOptions({ slug }));
  const remove = useMutation(
    desk.project.remove.mutationOptions({
      onSuccess(changed) {
        navigate('/projects');
        notifyUndoable(`Removed ${name}`, changed);
      },
    }),
  );
  const close = () => {
    setOpened(false);
    remove.reset();
  };
  const removedItems = contents && [
    pluralize(contents.versions, 'version'),
    pluralize(contents.builds, 'build'),
    pluralize(contents.redirects, 'redirect'),
    pluralize(contents.environmentVariables, 'environment variable'),
  ];
  const keptProjects = contents ? contents.subprojects + contents.translations + contents.above : 0;
  return (
    <section className={classes.section} aria-label="Remove the project">
      <h2 className={classes.title}>Remove the project</h2>
      <p className="dim">
        {removedItems
          ? `Also removes ${removedItems.slice(0, -1).join(', ')} and ${removedItems.at(-1)}. `
          : ''}
        You can restore it for 30 days.
      </p>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        className={classes.remove}
        onClick={() => setOpened(true)}
      >
        Remove project…
      </Button>
      {opened && (
        <ConfirmDialog
          title="Remove the project"
          confirmLabel="Remove project"
          requiredText={slug}
          busy={remove.isPending}
          problem={remove.error ? problemOf(remove.error).message : undefined}
          run={() => remove.mutate({ slug })}
          close={close}
        >
          <p>
            <b>{name}</b> moves to the trash with:
          </p>
          <ul className={classes.removedItems}>
            {(removedItems ?? []).map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          {keptProjects > 0 && (
            <p>
              {pluralize(keptProjects, 'related project')} (superproject, subproject or translation){' '}
              {keptProjects === 1 ? 'is' : 'are'} kept and no longer linked.
            </p>
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}
