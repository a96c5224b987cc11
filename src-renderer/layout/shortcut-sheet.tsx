import { Modal } from '@mantine/core';
import { COMMANDS, SCREEN_KEYS } from './commands.ts';
import { keyWords } from './key-words.ts';
import { useSheet } from './sheet.ts';
import classes from './shortcut-sheet.module.css';

/** Every shortcut on one sheet. */
export function ShortcutSheet() {
  const { opened, show } = useSheet();
  const everywhere = COMMANDS.flatMap(({ keys, label }) => (keys ? [[keys, label] as const] : []));
  return (
    <Modal
      opened={opened}
      onClose={() => show(false)}
      title="Keyboard shortcuts"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.columns}>
        <Keys title="Everywhere" keys={everywhere} />
        <Keys title="In lists and screens" keys={SCREEN_KEYS} />
      </div>
    </Modal>
  );
}

type KeysProps = { readonly title: string; readonly keys: readonly (readonly [string, string])[] };

function Keys({ title, keys }: KeysProps) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {keys.map(([shortcut, does]) => (
          <div key={shortcut} className={classes.line}>
            <dt>{does}</dt>
            <dd>
              <kbd className={classes.key}>{keyWords(shortcut)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
