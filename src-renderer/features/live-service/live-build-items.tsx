import { Menu } from '@mantine/core';
import { IconCloudUp, IconCloudX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { truncate } from '../../ui/format.ts';
import { useRemotes } from './remotes.ts';

type Props = {
  readonly project: string;
  readonly version: { readonly id: number; readonly slug: string; readonly active: boolean };
};

const ICON = { size: 16, stroke: 1.75 };

/** Menu items that ask for a build of a version on the service, and take that back; none where it is not linked. */
export function LiveBuildItems({ project, version }: Props) {
  const remotes = useRemotes();
  const hasRemotes = remotes !== undefined && remotes.length > 0;
  const { data: link } = useQuery({
    ...desk.sync.link.queryOptions({ slug: project }),
    enabled: hasRemotes,
  });
  const { mutate: request } = useMutation(desk.sync.requestBuild.mutationOptions({ onError: notifyError }));
  const { mutate: drop } = useMutation(desk.sync.dropBuildRequest.mutationOptions({ onError: notifyError }));
  if (!link || link.isNew || link.isGone) return null;
  const { name } = link.remote;
  const state = link.requests.find((each) => each.version === version.id)?.state;
  const which = { slug: project, version: version.slug };
  const label = truncate(version.slug);
  return (
    <>
      {version.active && state !== 'wanted' && (
        <Menu.Item
          leftSection={<IconCloudUp {...ICON} />}
          onClick={() =>
            request(which, {
              onSuccess: (changed) => notifyUndoable(`The next push builds ${label} on ${name}`, changed),
            })
          }
        >
          {`Build on ${name}`}
        </Menu.Item>
      )}
      {state !== undefined && (
        <Menu.Item
          leftSection={<IconCloudX {...ICON} />}
          onClick={() =>
            drop(which, {
              onSuccess: (changed) => notifyUndoable(`No build of ${label} is asked for on ${name}`, changed),
            })
          }
        >
          {`Do not build on ${name}`}
        </Menu.Item>
      )}
    </>
  );
}
