import { Button, Group, Input, TextInput } from '@mantine/core';
import { IconEye, IconFolder } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useFolderDrop } from '../import/use-folder-drop.ts';
import classes from './previews.module.css';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Takes the folder to preview: typed, dropped or picked. Choosing it allows its code to run. */
export function StartPreview() {
  // The import offers to preview a folder without a repository; the palette asks for one.
  const asked = new URLSearchParams(useSearch()).get('folder');
  const form = useForm({
    initialValues: { folder: asked ?? '' },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? 'Enter the path of a folder.' : undefined }),
    mainField: 'folder',
    showErrors: 'submitted',
    save: ({ folder }) => deskClient.previews.start.mutate({ folder: folder.trim() }),
    async onSaved({ id }) {
      form.change({ folder: '' });
      await queryClient.invalidateQueries(desk.previews.pathFilter());
      navigate(`/previews/${id}`);
    },
  });
  useEffect(() => {
    if (asked !== null) form.ref.current?.querySelector('input')?.focus();
  }, [asked, form.ref]);
  const { isOver, handlers } = useFolderDrop((folder) => form.change({ folder }));

  async function pickFolder(): Promise<void> {
    try {
      const folder = await window.lectern?.pickFolder();
      if (folder != null) form.change({ folder });
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <form
      ref={form.ref}
      className={`card ${classes.start}`}
      data-over={isOver || undefined}
      onSubmit={form.submit}
      noValidate
      {...handlers}
    >
      <div>
        <Input.Label htmlFor="preview-folder">Folder to preview</Input.Label>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            id="preview-folder"
            className="grow"
            placeholder="~/almanac"
            autoComplete="off"
            spellCheck={false}
            maxLength={4000}
            {...form.field('folder')}
          />
          {window.lectern !== undefined && (
            <Button
              variant="default"
              leftSection={<IconFolder {...ICON} />}
              onClick={() => void pickFolder()}
            >
              Choose a folder…
            </Button>
          )}
          <Button type="submit" leftSection={<IconEye {...ICON} />} loading={form.isBusy}>
            Start preview
          </Button>
        </Group>
      </div>
      <p className="meta">
        The folder is built as it is, again at each save, and its pages reload. Starting it allows its code to
        run on this computer.
      </p>
    </form>
  );
}
