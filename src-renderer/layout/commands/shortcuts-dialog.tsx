import { Button, Group, Modal } from '@mantine/core';
import { SCREEN_SHORTCUTS } from '../../../src-server/model/window/commands.ts';
import { formatShortcut, runAction, WINDOW_COMMANDS } from './commands.ts';
import classes from './shortcuts-dialog.module.css';
import { useShortcutsDialog } from './shortcuts-dialog-state.ts';

/** Lists every shortcut. */
export function ShortcutsDialog() {
  const { opened, setOpened } = useShortcutsDialog();
  const globalShortcuts = WINDOW_COMMANDS.flatMap(({ keys, label }) =>
    keys ? [[keys, label] as const] : [],
  );
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Keyboard shortcuts"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.columns}>
        <ShortcutList title="Everywhere" shortcuts={globalShortcuts} />
        <ShortcutList title="In lists and screens" shortcuts={SCREEN_SHORTCUTS} />
      </div>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={() => {
            setOpened(false);
            runAction('help');
          }}
        >
          Help for this screen
        </Button>
      </Group>
    </Modal>
  );
}

type ShortcutListProps = {
  readonly title: string;
  readonly shortcuts: readonly (readonly [string, string])[];
};

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {shortcuts.map(([shortcut, description]) => (
          <Group key={shortcut} gap="sm" justify="space-between" mih={28} wrap="nowrap">
            <dt>{description}</dt>
            <dd>
              <kbd className={`key ${classes.key}`}>{formatShortcut(shortcut)}</kbd>
            </dd>
          </Group>
        ))}
      </dl>
    </section>
  );
}
