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
import type { TrialOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { Verdict } from '../tester/tester-verdict.tsx';
import { type AddressWords, fromWords, type RedirectView, toWords } from './redirect-view.ts';
import classes from './redirects.module.css';

/** What can be done with a redirect of the list. */
export type LineActs = {
  readonly open: (id: number) => void;
  /** To this place, from 0. */
  readonly move: (id: number, to: number) => void;
  readonly remove: (id: number) => void;
  /** With an address that it is made for. */
  readonly test: (id: number) => void;
  readonly focused: (id: number) => void;
};

type Props = {
  readonly rule: RedirectView;
  readonly index: number;
  readonly count: number;
  readonly height: number;
  /** The keyboard is on this row. */
  readonly active: boolean;
  /** The ribbon stands at it: it is open, or a warning speaks of it. */
  readonly marked: boolean;
  /** It has changes that are not saved. */
  readonly unsaved: boolean;
  /** What became of it in the test: null when that is not told; undefined when nothing is tested. */
  readonly verdict: TrialOutcome | null | undefined;
  /** The number it shows, from 1: where it would stand while one is dragged. */
  readonly number: number;
  /** How many rows it makes room by, while another one is dragged past it. */
  readonly shift: -1 | 0 | 1;
  readonly acts: LineActs;
};

const ICON = { size: 16, stroke: 1.75 } as const;

function Line(props: Props) {
  const { rule, index, number, count, height, active, marked, unsaved, verdict, shift, acts } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } = useDraggable({
    id: rule.id,
    attributes: { roleDescription: 'handle', tabIndex: active ? 0 : -1 },
  });
  const top = index * height;
  const y = isDragging
    ? Math.max(-top, Math.min((count - 1) * height - top, transform?.y ?? 0))
    : shift * height;

  function onClick(event: MouseEvent<HTMLElement>): void {
    // What is on the row keeps its own clicks; a menu is elsewhere in the page.
    const target = event.target as HTMLElement;
    if (event.currentTarget.contains(target) && !target.closest('button')) acts.open(rule.id);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys of all its rows
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot
    <div
      ref={setNodeRef}
      role="row"
      aria-rowindex={index + 2}
      data-redirect={rule.id}
      tabIndex={active ? 0 : -1}
      className={[
        classes.line,
        classes.dataLine,
        marked ? classes.marked : '',
        isDragging ? classes.dragged : '',
      ].join(' ')}
      style={{ top, height, transform: y === 0 ? undefined : `translateY(${y}px)` }}
      onClick={onClick}
      onFocus={() => acts.focused(rule.id)}
    >
      <Cell>
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          className={classes.grip}
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
        <Address words={fromWords(rule)} />
        <IconArrowNarrowRight size={14} stroke={1.75} aria-hidden />
      </Cell>
      <Cell className={classes.to}>
        <Address words={toWords(rule)} />
        {unsaved && <Chip tone="warn">Unsaved</Chip>}
      </Cell>
      {verdict !== undefined && <Cell>{verdict && <Verdict outcome={verdict} />}</Cell>}
      <Cell>
        <RowMenu
          label={`Acts on redirect ${index + 1}`}
          reachable={active}
          items={() => <Acts id={rule.id} index={index} count={count} acts={acts} />}
        />
      </Cell>
    </div>
  );
}

/** One redirect of the list; drawn anew only when something of it has changed. */
export const RedirectLine = memo(Line);

function Cell({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the row is what one reaches
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}

function Address({ words: { text, plain } }: { readonly words: AddressWords }) {
  return (
    <span className={`cut ${plain ? 'dim' : 'mono'}`} title={text}>
      {text}
    </span>
  );
}

type ActsProps = Pick<Props, 'index' | 'count' | 'acts'> & { readonly id: number };

function Acts({ id, index, count, acts }: ActsProps) {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const to = (place: number) => () => acts.move(id, place);
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => acts.open(id)}>
        Edit redirect
      </Menu.Item>
      <Menu.Item leftSection={<IconRoute {...ICON} />} onClick={() => acts.test(id)}>
        Test with an example
      </Menu.Item>
      {!isFirst && (
        <>
          <Menu.Item
            leftSection={<IconArrowUp {...ICON} />}
            rightSection={<kbd className={classes.keys}>Alt ↑</kbd>}
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
            rightSection={<kbd className={classes.keys}>Alt ↓</kbd>}
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
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => acts.remove(id)}>
        Remove redirect…
      </Menu.Item>
    </>
  );
}
