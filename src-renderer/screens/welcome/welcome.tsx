import { Box, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usernameError } from '../../../src-server/model/users/user.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { Logo } from '../../layout/title-bar/logo.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import classes from './welcome.module.css';

/** Asks for the user's name at the first start. */
export function Welcome() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const form = useForm({
    initialValues: { username: state?.suggestedName ?? '' },
    check: ({ username }) => ({
      username: username.trim() === '' ? 'Enter a name.' : usernameError(username.trim()),
    }),
    mainField: 'username',
    save: ({ username }) => deskClient.system.welcome.mutate({ username: username.trim() }),
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Welcome · Lectern';
    // Typing replaces the suggested name.
    field.current?.select();
  }, []);

  return (
    <div className={classes.window}>
      <Group component="header" className={classes.bar} gap={8} px={16} wrap="nowrap">
        <Logo />
        <span>Lectern</span>
      </Group>
      <main className={classes.content} aria-label="Welcome">
        <Box component="form" w="min(400px, 100%)" ref={form.ref} onSubmit={form.submit} noValidate>
          <h1 className={classes.title}>What is your name?</h1>
          <p className={classes.description}>
            Your projects belong to this name, in the window and in the API. There is no account and no
            password.
          </p>
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
          <Box component="p" className="meta" mt={24}>
            {state?.dataFolder == null
              ? 'Data is kept in memory only and is lost when Lectern quits.'
              : 'Data is kept in one folder on this computer: '}
            {state?.dataFolder != null && <span className={`mono ${classes.path}`}>{state.dataFolder}</span>}
          </Box>
        </Box>
      </main>
    </div>
  );
}
