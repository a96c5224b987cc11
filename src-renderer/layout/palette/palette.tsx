import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import classes from './palette.module.css';
import { PaletteBody } from './palette-body.tsx';
import { usePalette } from './palette-state.ts';

/** The command palette: projects, versions, people and commands by a few letters. */
export function Palette() {
  const { opened, setOpened } = usePalette();
  const toggle = () => setOpened(!usePalette.getState().opened);
  // Also from inside a field, where other keys belong to the field.
  useHotkeys(
    [
      ['mod+K', toggle],
      ['mod+P', toggle],
    ],
    [],
  );
  return (
    <Modal.Root
      opened={opened}
      onClose={() => setOpened(false)}
      size={600}
      yOffset={88}
      centered={false}
      classNames={{ content: classes.content, body: classes.body }}
      // There at once, with the keyboard, so that no letter of who types on goes elsewhere; its style fades it in.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content aria-label="Search or run a command">
        <Modal.Body>
          <PaletteBody close={() => setOpened(false)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
