import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, problemOf } from '../../../api/desk.ts';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { tellDone } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import { useProjectHead } from '../project-frame.tsx';
import classes from './settings.module.css';

/** Removes the project, once its slug was typed. Undo brings it back whole. */
export function DangerZone({ slug }: { readonly slug: string }) {
  const [opened, setOpened] = useState(false);
  const name = useProjectHead(slug)?.name ?? slug;
  const { data: contents } = useQuery(desk.project.removal.queryOptions({ slug }));
  const remove = useMutation(
    desk.project.remove.mutationOptions({
      onSuccess() {
        navigate('/projects');
        void tellDone(`Removed ${name}`);
      },
    }),
  );
  const close = () => {
    setOpened(false);
    remove.reset();
  };
  const goes = contents && [
    countOf(contents.versions, 'version'),
    countOf(contents.builds, 'build'),
    countOf(contents.redirects, 'redirect'),
    countOf(contents.environmentVariables, 'environment variable'),
  ];
  const stays = contents ? contents.subprojects + contents.translations + contents.above : 0;
  return (
    <section className={classes.section} aria-label="Remove the project">
      <h2 className={classes.title}>Remove the project</h2>
      <p className="dim">
        {goes ? `With it go ${goes.slice(0, -1).join(', ')} and ${goes.at(-1)}. ` : ''}
        It can be brought back for 30 days.
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
        <Confirm
          title="Remove the project"
          act="Remove project"
          name={slug}
          busy={remove.isPending}
          problem={remove.error ? problemOf(remove.error).message : undefined}
          run={() => remove.mutate({ slug })}
          close={close}
        >
          <p>
            <b>{name}</b> goes into the trash with:
          </p>
          <ul className={classes.goes}>
            {(goes ?? []).map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          {stays > 0 && (
            <p>
              {countOf(stays, 'project')} that {stays === 1 ? 'belongs' : 'belong'} to it as superproject,
              subproject or translation {stays === 1 ? 'stays' : 'stay'} and will stand alone.
            </p>
          )}
        </Confirm>
      )}
    </section>
  );
}
