import { Button, List, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { useProjectHeader } from '../project-frame.tsx';
import classes from './settings.module.css';

type RemovedContents = inferRouterOutputs<DeskRouter>['project']['removal'];

/** Removes the project after its slug is typed; undo restores it whole. */
export function DangerZone({ slug }: { readonly slug: string }) {
  const name = useProjectHeader(slug)?.name ?? slug;
  const { data: contents } = useQuery(desk.project.removal.queryOptions({ slug }));
  const removedItems = contents ? listItems(contents) : [];
  return (
    <section className={classes.section} aria-label="Remove the project">
      <Title order={2} mt="sm">
        Remove the project
      </Title>
      <p className="dim">
        {contents && `Also removes ${removedItems.slice(0, -1).join(', ')} and ${removedItems.at(-1)}. `}
        You can restore it for 30 days.
      </p>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        className={classes.remove}
        onClick={() => confirmRemoval(slug, name)}
      >
        Remove project…
      </Button>
    </section>
  );
}

function confirmRemoval(slug: string, name: string): void {
  confirm({
    title: 'Remove the project',
    confirmLabel: 'Remove project',
    requiredText: slug,
    body: <RemovedContents slug={slug} name={name} />,
    async run() {
      const removed = await deskClient.project.remove.mutate({ slug });
      navigate('/projects');
      notifyUndoable(`Removed ${name}`, removed);
    },
  });
}

/** Lists what moves to the trash with the project, and what stays. */
function RemovedContents({ slug, name }: { readonly slug: string; readonly name: string }) {
  const { data: contents } = useQuery(desk.project.removal.queryOptions({ slug }));
  const keptProjects = contents ? contents.subprojects + contents.translations + contents.above : 0;
  return (
    <>
      <p>
        <b>{name}</b> moves to the trash with:
      </p>
      <List my="sm">
        {contents && listItems(contents).map((item) => <List.Item key={item}>{item}</List.Item>)}
      </List>
      {keptProjects > 0 && (
        <p>
          {pluralize(keptProjects, 'related project')} (superproject, subproject or translation){' '}
          {keptProjects === 1 ? 'is' : 'are'} kept and no longer linked.
        </p>
      )}
    </>
  );
}

function listItems(contents: RemovedContents): readonly string[] {
  return [
    pluralize(contents.versions, 'version'),
    pluralize(contents.builds, 'build'),
    pluralize(contents.redirects, 'redirect'),
    pluralize(contents.environmentVariables, 'environment variable'),
  ];
}
