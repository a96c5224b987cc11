import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { desk } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { Setting } from '../fields/setting.tsx';

/** Creates a one-time link that signs another browser in. Copied, not shown, since it grants full access. */
export function BrowserLink() {
  const queryClient = useQueryClient();
  const createLink = useMutation(desk.settings.browserLink.mutationOptions());

  async function copy(): Promise<void> {
    try {
      const { link } = await createLink.mutateAsync();
      await navigator.clipboard.writeText(link);
      await queryClient.invalidateQueries(desk.settings.browserSessions.queryFilter());
      notify('Copied a link that works once. Open it in the other browser.');
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <Setting
      label="Open in another browser"
      hint="Creates a link that works once, on this computer, within a day."
    >
      <Button
        variant="default"
        leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
        loading={createLink.isPending}
        onClick={() => void copy()}
      >
        Copy link
      </Button>
    </Setting>
  );
}
