import { Button, Modal } from '@mantine/core';
import changelog from '../../../CHANGELOG.md?raw';
import { useNews } from '../../features/news/news-state.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { newsSince } from './changelog.ts';
import { HandbookMarkdown } from './handbook-markdown.tsx';

/** Shows what the changelog says since the version that this window ran before. */
export function NewsDialog({ version }: { readonly version: string }) {
  const { seenVersion, close } = useNews();
  return (
    <Modal
      opened
      onClose={() => close(version)}
      title={`What’s new in Lectern ${version}`}
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <HandbookMarkdown page="index" text={newsSince(changelog, seenVersion, version)} />
      <DialogButtons>
        <Button onClick={() => close(version)}>Close</Button>
      </DialogButtons>
    </Modal>
  );
}
