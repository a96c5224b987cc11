import { Group, Menu, VisuallyHidden } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowNarrowRight,
  IconArrowUp,
  IconPencil,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { formIn2020 } from '../../../../src-server/model/redirects/redirect-forms.ts';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { Column, RowMenuContents } from '../../../ui/table/table-types.ts';
import { OutcomeChip } from '../tester/outcome-chip.tsx';
import { fromLabel, type RedirectView, toLabel, type UrlLabel } from './redirect-view.ts';
import classes from './redirects.module.css';

/** Actions on a redirect of the list. */
export type RedirectActions = {
  readonly open: (id: number) => void;
  /** Moves the redirect to this position, from 0. */
  readonly move: (id: number, to: number) => void;
  readonly remove: (id: number) => void;
  /** Tests an example URL that the redirect matches. */
  readonly test: (id: number) => void;
};

type Options = {
  /** Number of all redirects. */
  readonly count: number;
  /** Positions by id, where the list shows only some of the redirects. */
  readonly places: ReadonlyMap<number, number> | undefined;
  readonly narrow: boolean;
  /** Ids with unsaved changes. */
  readonly unsaved: ReadonlySet<number>;
  /** Test outcomes by id; undefined while no URL is tested. */
  readonly outcomes: ReadonlyMap<number, RedirectMatchOutcome> | undefined;
};

const ICON = { size: 16, stroke: 1.75 } as const;
const DIGIT_WIDTH = 8;

/** Makes the columns of the redirects; the one for outcomes only while a URL is tested. */
export function redirectColumns(options: Options): readonly Column<RedirectView>[] {
  const { count, places, narrow, unsaved, outcomes } = options;
  const tested: Column<RedirectView> = {
    key: 'outcome',
    header: narrow ? <VisuallyHidden>Test result</VisuallyHidden> : 'Test result',
    name: 'Test result',
    width: narrow ? '20px' : '96px',
    cell({ id }) {
      const outcome = outcomes?.get(id);
      return outcome && <OutcomeChip outcome={outcome} />;
    },
  };
  return [
    {
      key: 'number',
      header: '#',
      width: `${Math.max(20, formatCount(count).length * DIGIT_WIDTH)}px`,
      align: 'right',
      isFixed: true,
      cell: ({ id }, _active, place) => (
        <span className="dimmer">{formatCount((places?.get(id) ?? place) + 1)}</span>
      ),
    },
    {
      key: 'type',
      header: 'Type',
      width: '136px',
      cell: (rule) => (
        <span title={namesOf(rule)}>
          <Chip mono>{rule.type}</Chip>
        </span>
      ),
    },
    {
      key: 'from',
      header: 'From',
      width: 'minmax(0, 1fr)',
      isFixed: true,
      cell: (rule) => (
        <Group gap="md" wrap="nowrap">
          <UrlText label={fromLabel(rule)} isDim={!rule.enabled} />
          <IconArrowNarrowRight size={14} stroke={1.75} className={classes.arrow} aria-hidden />
        </Group>
      ),
    },
    {
      key: 'to',
      header: 'To',
      width: 'minmax(0, 1fr)',
      isFixed: true,
      cell: (rule) => (
        <Group gap="md" wrap="nowrap">
          <UrlText label={toLabel(rule)} isDim={!rule.enabled} />
          {!rule.enabled && <Chip>Off</Chip>}
          {rule.force && <Chip tone="kind">Force</Chip>}
          {rule.httpStatus !== 302 && <Chip>{rule.httpStatus}</Chip>}
          {unsaved.has(rule.id) && <Chip tone="warn">Unsaved</Chip>}
        </Group>
      ),
    },
    ...(outcomes ? [tested] : []),
  ];
}

/** Returns the menu of a redirect. One beside which not all are shown is moved to the top or bottom only. */
export function redirectMenu(
  { count, places }: Pick<Options, 'count' | 'places'>,
  actions: RedirectActions,
): RowMenuContents<RedirectView> {
  return {
    label: ({ id }, place) => `Actions for redirect ${(places?.get(id) ?? place) + 1}`,
    items: (rule, place) => (
      <RedirectMenuItems
        rule={rule}
        index={places?.get(rule.id) ?? place}
        count={count}
        hasNeighbours={places === undefined}
        actions={actions}
      />
    ),
  };
}

/** Says in which words a redirect was written, its name in the 2020 dialect, and its description. */
function namesOf(rule: RedirectView): string {
  const { rule: in2020 } = formIn2020(rule);
  const name = in2020 ? `2020: ${in2020.type}` : 'not listed in 2020';
  const written = rule.dialect === '2020' ? 'written in 2020' : `written today, ${name}`;
  return [rule.description, written].filter(Boolean).join('; ');
}

type UrlTextProps = { readonly label: UrlLabel; readonly isDim: boolean };

function UrlText({ label: { text, isDescription }, isDim }: UrlTextProps) {
  return (
    <span
      className={`truncate ${isDescription ? 'dim' : 'mono'} ${isDim ? 'dimmer' : ''}`}
      style={{ flex: 1, minWidth: 0 }}
      title={text}
      {...(isDescription ? undefined : copyable('URL', text))}
    >
      {text}
    </span>
  );
}

type RedirectMenuItemsProps = Pick<Options, 'count'> & {
  readonly actions: RedirectActions;
  readonly rule: RedirectView;
  readonly index: number;
  readonly hasNeighbours: boolean;
};

function RedirectMenuItems({ rule, index, count, hasNeighbours, actions }: RedirectMenuItemsProps) {
  const { id } = rule;
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
          {hasNeighbours && (
            <Menu.Item
              leftSection={<IconArrowUp {...ICON} />}
              rightSection={<kbd className={classes.shortcut}>Alt ↑</kbd>}
              onClick={to(index - 1)}
            >
              Move up
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowBarToUp {...ICON} />} onClick={to(0)}>
            Move to top
          </Menu.Item>
        </>
      )}
      {!isLast && (
        <>
          {hasNeighbours && (
            <Menu.Item
              leftSection={<IconArrowDown {...ICON} />}
              rightSection={<kbd className={classes.shortcut}>Alt ↓</kbd>}
              onClick={to(index + 1)}
            >
              Move down
            </Menu.Item>
          )}
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
