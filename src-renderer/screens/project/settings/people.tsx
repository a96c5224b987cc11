import { ActionIcon, Autocomplete, Button } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { desk, fieldErrors } from '../../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import classes from './settings.module.css';

type Props = { readonly slug: string; readonly people: readonly string[] };

/** Lists the maintainers; adds and removes them at once. */
export function People({ slug, people }: Props) {
  const [username, setUsername] = useState('');
  const [usernameError, setUsernameError] = useState<string | undefined>(undefined);
  // Acting as another person does not see every name, and can type it.
  const { data: everybody = [] } = useQuery(desk.project.allUsernames.queryOptions());
  const add = useMutation(
    desk.project.addPerson.mutationOptions({
      onSuccess(changed, added) {
        setUsername('');
        notifyUndoable(`Added ${added.username} to ${slug}`, changed);
      },
      onError(error) {
        const { username: wrong } = fieldErrors(error);
        setUsernameError(wrong);
        if (wrong === undefined) notifyError(error);
      },
    }),
  );
  const remove = useMutation(
    desk.project.removePerson.mutationOptions({
      onSuccess: (changed, removed) => notifyUndoable(`Removed ${removed.username} from ${slug}`, changed),
      onError: notifyError,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (username.trim() !== '' && !add.isPending) add.mutate({ slug, username: username.trim() });
  };
  const isLast = people.length === 1;
  return (
    <section className={classes.section} aria-label="People">
      <h2 className={classes.title}>People</h2>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person} className={classes.person}>
            <Link href={`/people/${encodeURIComponent(person)}`} className="truncate" title={person}>
              {person}
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Remove ${person}`}
              aria-disabled={isLast}
              title={isLast ? 'The only maintainer. Add another one first.' : `Remove ${person}`}
              onClick={() => !isLast && remove.mutate({ slug, username: person })}
            >
              <IconUserMinus size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <form className={classes.add} onSubmit={submit}>
        <Autocomplete
          label="Add a maintainer"
          size="xs"
          data={everybody.filter((each) => !people.includes(each))}
          limit={20}
          value={username}
          error={usernameError}
          onChange={(value) => {
            setUsername(value);
            setUsernameError(undefined);
          }}
          autoComplete="off"
        />
        <Button
          type="submit"
          variant="default"
          aria-disabled={username.trim() === ''}
          loading={add.isPending}
        >
          Add
        </Button>
      </form>
    </section>
  );
}
