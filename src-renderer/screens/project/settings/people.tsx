import { ActionIcon, Autocomplete, Button, Title } from '@mantine/core';
import { IconUser, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { desk, deskClient } from '../../../api/desk.ts';
import { ActionItems, copyAction } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { truncate } from '../../../ui/format.ts';
import classes from './settings.module.css';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly slug: string; readonly people: readonly string[] };

/** Lists the maintainers; adds and removes them at once. */
export function People({ slug, people }: Props) {
  // Acting as another person does not see every name, and can type it.
  const { data: everybody = [] } = useQuery(desk.project.allUsernames.queryOptions());
  const form = useForm({
    initialValues: { username: '' },
    mainField: 'username',
    save: ({ username }) => deskClient.project.addPerson.mutate({ slug, username: username.trim() }),
    onSaved: () => form.change({ username: '' }),
    message: (_, { username }) => `Added ${username.trim()} to ${slug}`,
  });
  const isEmpty = form.values.username.trim() === '';
  const remove = useMutation(
    desk.project.removePerson.mutationOptions({
      onSuccess: (changed, removed) => notifyUndoable(`Removed ${removed.username} from ${slug}`, changed),
      onError: notifyError,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) form.submit(event);
  };
  const isLast = people.length === 1;
  const personMenu = (person: string) => {
    const open = {
      label: `Open ${truncate(person)}`,
      icon: <IconUser {...ICON} />,
      run: () => navigate(`/people/${encodeURIComponent(person)}`),
    };
    const removal = {
      ...{ label: 'Remove', icon: <IconUserMinus {...ICON} />, danger: true },
      run: () => remove.mutate({ slug, username: person }),
    };
    const actions = [open, copyAction('name', person), ...(isLast ? [] : [removal])];
    return contextMenuOf({
      label: `Actions for ${person}`,
      items: () => <ActionItems actions={actions} />,
    });
  };
  return (
    <section className={classes.section} aria-label="People">
      <Title order={2} mt="sm">
        People
      </Title>
      <ul className="card">
        {people.map((person) => (
          <li key={person} className={classes.person} {...personMenu(person)}>
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
      <form ref={form.ref} className={classes.add} onSubmit={submit}>
        <Autocomplete
          label="Add a maintainer"
          size="xs"
          data={everybody.filter((each) => !people.includes(each))}
          limit={20}
          autoComplete="off"
          {...form.field('username')}
        />
        <Button type="submit" variant="default" aria-disabled={isEmpty} loading={form.isBusy}>
          Add
        </Button>
      </form>
    </section>
  );
}
