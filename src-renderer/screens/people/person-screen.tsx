import { Button, Group, Title } from '@mantine/core';
import { IconKey, IconUserCheck, IconUserOff, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useActing } from '../../api/acting.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { MakeToken } from './make-token.tsx';
import classes from './people.module.css';
import { TokenTable } from './token-table.tsx';
import { usePersonActions } from './use-person-actions.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const CALLS = [{ path: '/api/v3/projects/', label: 'List your projects' }];

/** Shows a person's tokens and projects. */
export function PersonScreen({ username }: { readonly username: string }) {
  const { data: person, error } = useQuery(desk.people.get.queryOptions({ username }));
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const [isCreatingToken, setIsCreatingToken] = useState(false);
  const actions = usePersonActions();
  const actAs = useActing((acting) => acting.actAs);
  if (error && problemOf(error).name === 'NotFound')
    return <NotFoundScreen message={problemOf(error).message} />;
  const isMe = state?.localUser === username;
  const breadcrumbs = [{ label: 'Tokens and people', href: '/people' }, { label: username }];
  return (
    <Screen
      title={username}
      breadcrumbs={breadcrumbs}
      subtitle={
        <>
          {isMe && <Chip tone="accent">You</Chip>}
          {person && !person.active && <Chip>Deactivated</Chip>}
        </>
      }
      actions={
        person && (
          <>
            <CopyCurl calls={CALLS} />
            {actAs === null && (
              <Button
                variant="default"
                leftSection={person.active ? <IconUserOff {...ICON} /> : <IconUserCheck {...ICON} />}
                onClick={() => actions.setActive(username, !person.active)}
              >
                {person.active ? 'Deactivate' : 'Activate'}
              </Button>
            )}
            {actAs === null && !isMe && person.active && (
              <Button
                variant="default"
                leftSection={<IconUserShare {...ICON} />}
                onClick={() => actions.actAs(username)}
              >
                Act as
              </Button>
            )}
            <Button leftSection={<IconKey {...ICON} />} onClick={() => setIsCreatingToken(true)}>
              Create token
            </Button>
          </>
        )
      }
    >
      {error && !person ? (
        <EmptyState title="Could not load this person">{problemOf(error).message}</EmptyState>
      ) : (
        <ScreenBody>
          <section className={classes.section} aria-labelledby="tokens">
            <Group gap="md" align="baseline" mb="sm">
              <Title order={2} id="tokens">
                Tokens
              </Title>
              <span className="meta">
                {person && !person.active
                  ? `No token works while ${isMe ? 'you are' : `${username} is`} deactivated.`
                  : 'For API clients. Each can be revoked separately.'}
              </span>
            </Group>
            <TokenTable tokens={person?.tokenList} make={() => setIsCreatingToken(true)} />
          </section>
          <section className={classes.section} aria-labelledby="projects">
            <Group gap="md" align="baseline" mb="sm">
              <Title order={2} id="projects">
                Projects
              </Title>
              {person && person.projects > person.projectList.length && (
                <span className="meta">
                  The first {person.projectList.length} of {formatCount(person.projects)}
                </span>
              )}
            </Group>
            {person?.projects === 0 && <p className="dim">Maintains no projects yet.</p>}
            <ul
              className={classes.projects}
              aria-label={person ? pluralize(person.projects, 'project') : 'Projects'}
            >
              {person?.projectList.map(({ slug, name }) => (
                <li key={slug} className={classes.project}>
                  <Link href={`/projects/${slug}`} className="truncate" title={name}>
                    {name}
                  </Link>
                  <span className="mono truncate dimmer" title={slug}>
                    {slug}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </ScreenBody>
      )}
      {isCreatingToken && person && (
        <MakeToken
          username={username}
          takenNames={person.tokenList.map(({ name }) => name)}
          close={() => setIsCreatingToken(false)}
        />
      )}
    </Screen>
  );
}
