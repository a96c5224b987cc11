import { Box, Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usernameError } from '../../../src-server/model/users/user.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { restoreSnapshot } from '../../features/backups/undo-restore.ts';
import { BareWindow } from '../../layout/bare-window.tsx';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { pluralize } from '../../ui/format.ts';
import classes from './welcome.module.css';

/** Asks for the user's name at the first start. */
export function Welcome() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const people = state?.people ?? [];
  const form = useForm({
    initialValues: { username: people.length === 1 ? (people[0] ?? '') : '' },
    check: ({ username }) => ({
      username: username.trim() === '' ? 'Enter a name.' : usernameError(username.trim()),
    }),
    mainField: 'username',
    save: ({ username }) => deskClient.system.welcome.mutate({ username: username.trim() }),
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Typing replaces the suggested name.
    field.current?.select();
  }, []);

  return (
    <BareWindow label="Welcome" title="Welcome · Lectern" help="start">
      <Box component="form" w="min(400px, 100%)" ref={form.ref} onSubmit={form.submit} noValidate>
        <h1 className={classes.title}>What is your name?</h1>
        <p className={classes.description}>
          Your projects belong to this name, in the window and in the API. There is no account and no
          password.
        </p>
        {people.length > 1 && <PeopleToChoose people={people} />}
        <TextInput
          ref={field}
          label="Your name"
          placeholder="mira"
          description="Letters, digits and any of @ . + - _"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          {...form.field('username')}
        />
        <Button type="submit" mt={16} loading={form.isBusy}>
          Continue
        </Button>
        <StateBefore />
        <Box component="p" className="meta" mt={24}>
          {state?.dataFolder == null
            ? 'Data is kept in memory only and is lost when Lectern quits.'
            : 'Data is kept in one folder on this computer: '}
          {state?.dataFolder != null && <span className={`mono ${classes.path}`}>{state.dataFolder}</span>}
        </Box>
      </Box>
    </BareWindow>
  );
}

/** Offers the state before a restore, after which this page asks for a name again. */
function StateBefore() {
  const { data: snapshots = [] } = useQuery(desk.snapshots.list.queryOptions());
  const restore = useMutation({ mutationFn: restoreSnapshot });
  const newest = snapshots.find(({ kind, counts }) => kind === 'safety' && counts.users > 0);
  if (!newest) return null;
  return (
    <Group component="section" aria-label="State before the restore" gap={8} mt={24}>
      <p className={classes.path}>
        The state before the last restore is kept as the snapshot <span className="mono">{newest.name}</span>,
        with {pluralize(newest.counts.projects, 'project')}.
      </p>
      <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(newest.name)}>
        Restore it
      </Button>
    </Group>
  );
}

/** Offers the people that are already there, one button each. */
function PeopleToChoose({ people }: { readonly people: readonly string[] }) {
  const welcome = useMutation(desk.system.welcome.mutationOptions({ onError: notifyError }));
  return (
    <Group role="group" aria-label="People in this Lectern" gap={8} mb={16}>
      {people.map((username) => (
        <Button
          key={username}
          variant="default"
          loading={welcome.isPending && welcome.variables.username === username}
          onClick={() => welcome.mutate({ username })}
        >
          I am {username}
        </Button>
      ))}
    </Group>
  );
}
