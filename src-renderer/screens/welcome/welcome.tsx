import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usernameError } from '../../../src-server/model/users/user.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { Logo } from '../../layout/logo.tsx';
import classes from './welcome.module.css';

/** First run: the name under which the person at this machine is known. What to do next, the empty shelf says. */
export function Welcome() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const welcome = useMutation(desk.system.welcome.mutationOptions());
  const form = useForm({
    initialValues: { username: state?.suggestedName ?? '' },
    validate: {
      username: (name) => (name.trim() === '' ? 'Type a name.' : usernameError(name.trim())) ?? null,
    },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Welcome · Lectern';
    // Whoever has another name than the one that is offered types over it.
    field.current?.select();
  }, []);

  const submit = form.onSubmit(({ username }) =>
    welcome.mutate(
      { username: username.trim() },
      { onError: (error) => form.setErrors({ username: problemOf(error).message, ...fieldErrors(error) }) },
    ),
  );
  return (
    <div className={classes.window}>
      <header className={classes.bar}>
        <Logo />
        <span>Lectern</span>
      </header>
      <main className={classes.content} aria-label="Welcome">
        <form className={classes.form} onSubmit={submit} noValidate>
          <h1 className={classes.title}>Who works here?</h1>
          <p className={classes.description}>
            What you make is under this name, in the window and in the API. There is no account and no
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
            {...form.getInputProps('username')}
          />
          <div className={classes.actions}>
            <Button type="submit" loading={welcome.isPending}>
              Begin
            </Button>
          </div>
          <p className={classes.meta}>
            {state?.dataFolder == null
              ? 'Everything stays in memory and is gone when Lectern ends.'
              : 'Data stays in one folder on this computer: '}
            {state?.dataFolder != null && <span className={`mono ${classes.path}`}>{state.dataFolder}</span>}
          </p>
        </form>
      </main>
    </div>
  );
}
