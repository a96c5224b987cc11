import { useDraggable } from '@dnd-kit/core';
import { Menu } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowNarrowRight,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { OutcomeChip } from '../tester/outcome-chip.tsx';
import { fromLabel, type RedirectView, toLabel, type UrlLabel } from './redirect-view.ts';
import classes from './redirects.module.css';

/** Actions on a redirect of the list. */
export type RedirectActions = {
  readonly open: (id: number) => void;
  /** Moves it to this position, from 0. */
  readonly move: (id: number, to: number) => void;
  readonly remove: (id: number) => void;
  /** Tests a URL that the redirect matches. */
  readonly test: (id: number) => void;
  readonly onFocus: (id: number) => void;
};

type Props = {
  readonly rule: RedirectView;
  readonly index: number;
  readonly count: number;
  readonly height: number;
  /** The row that has the keyboard focus. */
  readonly active: boolean;
  /** Shows the accent marker: the redirect is open, matched, or named by a warning. */
  readonly highlighted: boolean;
  /** It has unsaved changes. */
  readonly unsaved: boolean;
  /** Test outcome: null when unknown, undefined while no URL is tested. */
  readonly outcome: RedirectMatchOutcome | null | undefined;
  /** Number shown, from 1; while a redirect is dragged, the position after the drop. */
  readonly number: number;
  /** Rows to shift by while another redirect is dragged past it. */
  readonly shift: -1 | 0 | 1;
  readonly actions: RedirectActions;
};

const ICON = { size: 16, stroke: 1.75 } as const;

function Row(props: Props) {
  const { rule, index, number, count, height, active, highlighted, unsaved, outcome, shift, actions } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } = useDraggable({
    id: rule.id,
    attributes: { roleDescription: 'handle', tabIndex: active ? 0 : -1 },
  });
  const top = index * height;
  const y = isDragging
    ? Math.max(-top, Math.min((count - 1) * height - top, transform?.y ?? 0))
    : shift * height;

  function onClick(event: MouseEvent<HTMLElement>): void {
    // Buttons on the row handle their own clicks; a menu is portalled elsewhere in the page.
    const target = event.target as HTMLElement;
    if (event.currentTarget.contains(target) && !target.closest('button')) actions.open(rule.id);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of all its rows
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot
    <div
      ref={setNodeRef}
      role="row"
      aria-rowindex={index + 2}
      data-redirect={rule.id}
      tabIndex={active ? 0 : -1}
      className={[
        classes.row,
        classes.dataRow,
        highlighted ? classes.highlighted : '',
        isDragging ? classes.dragged : '',
      ].join(' ')}
      style={{ top, height, transform: y === 0 ? undefined : `translateY(${y}px)` }}
      onClick={onClick}
      onFocus={() => actions.onFocus(rule.id)}
    >
      <Cell>
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          className={classes.dragHandle}
          aria-label={`Move redirect ${index + 1}`}
        >
          <IconGripVertical size={14} stroke={1.75} aria-hidden />
        </button>
      </Cell>
      <Cell className={classes.number}>{number.toLocaleString('en-GB')}</Cell>
      <Cell>
        <Chip mono>{rule.type}</Chip>
      </Cell>
      <Cell className={classes.from}>
        <UrlText label={fromLabel(rule)} />
        <IconArrowNarrowRight size={14} stroke={1.75} aria-hidden />
      </Cell>
      <Cell className={classes.to}>
        <UrlText label={toLabel(rule)} />
        {unsaved && <Chip tone="warn">Unsaved</Chip>}
      </Cell>
      {outcome !== undefined && <Cell>{outcome && <OutcomeChip outcome={outcome} />}</Cell>}
      <Cell>
        <RowMenu
          label={`Actions for redirect ${index + 1}`}
          isTabStop={active}
          items={() => <RedirectMenuItems id={rule.id} index={index} count={count} actions={actions} />}
        />
      </Cell>
    </div>
  );
}

/** Renders one redirect; memoized, since a list has many. */
export const RedirectRow = memo(Row);

function Cell({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}

function UrlText({ label: { text, isDescription } }: { readonly label: UrlLabel }) {
  return (
    <span className={`truncate ${isDescription ? 'dim' : 'mono'}`} title={text}>
      {text}
    </span>
  );
}

type RedirectMenuItemsProps = Pick<Props, 'index' | 'count' | 'actions'> & { readonly id: number };

function RedirectMenuItems({ id, index, count, actions }: RedirectMenuItemsProps) {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const to = (place: number) => () => actions.move(id, place);
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => actions.open(id)}>
        Edit redirect
      </Menu.Item>
      <Menu.Item leftSection={<IconRoute {...ICON} />} onClick={() => actions.test(id)}>
        Test with an example
      </Menu.Item>
      {!isFirst && (
        <>
          <Menu.Item
            leftSection={<IconArrowUp {...ICON} />}
            rightSection={<kbd className={classes.shortcut}>Alt ↑</kbd>}
            onClick={to(index - 1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowBarToUp {...ICON} />} onClick={to(0)}>
            Move to top
          </Menu.Item>
        </>
      )}
      {!isLast && (
        <>
          <Menu.Item
            leftSection={<IconArrowDown {...ICON} />}
            rightSection={<kbd className={classes.shortcut}>Alt ↓</kbd>}
            onClick={to(index + 1)}
          >
            Move down
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowBarToDown {...ICON} />} onClick={to(count - 1)}>
            Move to bottom
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => actions.remove(id)}>
        Remove redirect…
      </Menu.Item>
    </>
  );
}
