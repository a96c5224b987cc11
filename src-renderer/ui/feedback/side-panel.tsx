import { ActionIcon, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './side-panel.module.css';

type Props = {
  readonly title: string;
  /** The title in full, or what belongs to it; shown on hover. */
  readonly hint?: string | undefined;
  /** Names the panel, where that is not its title. */
  readonly label?: string;
  /** Beside the content of a screen, or beside all screens. In a narrow window some lie over it, as a drawer. */
  readonly place: 'screen' | 'wide-screen' | 'window';
  /** A button before the title. */
  readonly before?: ReactNode;
  /** Buttons after the title. */
  readonly actions?: ReactNode;
  readonly closeLabel?: string;
  /** Address of the page of the handbook about it, where that is not the one about the screen. */
  readonly help?: string;
  readonly close: () => void;
  readonly children: ReactNode;
};

/** Frames what stands at the right of a screen or of the window: a header that closes it, and its content. */
export function SidePanel({
  title,
  hint,
  label,
  place,
  before,
  actions,
  closeLabel = 'Close',
  help,
  close,
  children,
}: Props) {
  const titleId = useId();
  const naming = label === undefined ? { 'aria-labelledby': titleId } : { 'aria-label': label };
  return (
    <aside className={classes.panel} data-place={place} data-help={help} {...naming}>
      <header className={classes.header}>
        {before}
        <Title order={2} id={titleId} className="truncate grow" title={hint}>
          {title}
        </Title>
        {actions}
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={closeLabel} onClick={close}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      {children}
    </aside>
  );
}

type BodyProps = { readonly label: string; readonly children: ReactNode };

/** Shows the content of a panel where it is for reading: it scrolls, by keyboard too. */
export function SidePanelBody({ label, children }: BodyProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.body} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
