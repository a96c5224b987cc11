import { Select, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useActing } from '../../../api/acting.ts';
import { desk } from '../../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import classes from './settings.module.css';

/** The choice of no script: an empty value, since a select has texts only. */
const RUN = '';

type Props = { readonly slug: string; readonly script: string | null };

/** Chooses whether builds run or are played by a script, which runs no code: for demos, lessons and tests of clients. */
export function PlayedBuilds({ slug, script }: Props) {
  const { data: scripts = [] } = useQuery(desk.builds.scripts.queryOptions());
  const isActing = useActing(({ actAs }) => actAs !== null);
  const setScript = useMutation(
    desk.builds.setScript.mutationOptions({
      onSuccess: (changed, { script: chosen }) =>
        notifyUndoable(chosen === null ? `Builds of ${slug} run` : `Builds of ${slug} are played`, changed),
      onError: notifyError,
    }),
  );
  const chosen = scripts.find(({ name }) => name === script);
  return (
    <section className={classes.section} aria-label="Played builds">
      <Title order={2} mt="sm">
        Played builds
      </Title>
      <Select
        label="Builds"
        size="xs"
        allowDeselect={false}
        disabled={isActing}
        data={[
          { value: RUN, label: 'Run the code of the repository' },
          ...scripts.map(({ name }) => ({ value: name, label: `Play the script “${name}”` })),
        ]}
        description={
          script === null
            ? 'A script plays states, output and a result without running any code.'
            : `No code runs. ${chosen?.description ?? ''}`
        }
        value={script ?? RUN}
        onChange={(value) => setScript.mutate({ project: slug, script: value || null })}
      />
    </section>
  );
}
