import { Button, Group, Modal } from '@mantine/core';
import { keysOf, SCREEN_SHORTCUTS } from '../../../src-server/model/window/commands.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { formatShortcut, IS_DESKTOP, runAction, WINDOW_COMMANDS } from './commands.ts';
import classes from './shortcuts-dialog.module.css';
import { useShortcutsDialog } from './shortcuts-dialog-state.ts';

/** Lists every shortcut. */
export function ShortcutsDialog() {
  const { opened, setOpened } = useShortcutsDialog();
  const globalShortcuts = WINDOW_COMMANDS.flatMap((command) => {
    const keys = keysOf(command, IS_DESKTOP);
    return keys ? [[keys, command.label] as const] : [];
  });
  const screenShortcuts = SCREEN_SHORTCUTS.filter(([, , where]) => where !== 'desktop' || IS_DESKTOP);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Keyboard shortcuts"
      size={860}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.columns}>
        <ShortcutList title="Everywhere" shortcuts={globalShortcuts} />
        <ShortcutList title="In lists and screens" shortcuts={screenShortcuts} />
      </div>
      <DialogButtons>
        <Button
          variant="default"
          onClick={() => {
            setOpened(false);
            runAction('help');
          }}
        >
          Help for this screen
        </Button>
      </DialogButtons>
    </Modal>
  );
}

type ShortcutListProps = {
  readonly title: string;
  readonly shortcuts: readonly (readonly [keys: string, does: string, where?: 'desktop'])[];
};

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {shortcuts.map(([shortcut, description]) => (
          <Group key={shortcut} gap="sm" justify="space-between" className={classes.row ?? ''} wrap="nowrap">
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
