import { Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { isLocalAddress } from '../../../src-server/model/projects/repository/repository-url.ts';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { PreviewCard } from './preview-card.tsx';
import classes from './previews.module.css';
import { usePreviewActions } from './use-preview-actions.ts';

type Props = { readonly slug: string; readonly repositoryUrl: string };

/** Shows the previews of a project; offers one where its repository is a folder of this computer. */
export function ProjectPreviews({ slug, repositoryUrl }: Props) {
  const { data } = useQuery(desk.previews.list.queryOptions({ project: slug }));
  const actions = usePreviewActions();
  const start = useMutation(
    desk.previews.start.mutationOptions({
      onSuccess: ({ id }) => navigate(`/previews/${id}`),
      onError: notifyError,
    }),
  );
  if (!data) return null;
  if (data.previews.length > 0)
    return data.previews.map((preview) => (
      <PreviewCard key={preview.id} preview={preview} actions={actions} isLinked />
    ));
  if (!data.isAllowed || !isLocalAddress(repositoryUrl)) return null;
  const folder = repositoryUrl.replace(/^file:\/\/(?:localhost)?(?=\/)/i, '');
  return (
    <section className={`card ${classes.card}`} aria-label="Preview">
      <Group gap="sm" wrap="nowrap">
        <span className="meta grow">See your changes before you commit them: pages reload at each save.</span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          loading={start.isPending}
          onClick={() => start.mutate({ folder })}
        >
          Preview
        </Button>
      </Group>
    </section>
  );
}
