import { ActionIcon, Group, Title, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { lowerFirst } from '../format.ts';
import classes from './chart-panel.module.css';
import { type ChartNumbers, ChartTable } from './chart-table.tsx';

/** Shows a text about the mark under the pointer; undefined shows the units again. */
export type ShowHint = (text: string | undefined) => void;

type Props = {
  readonly title: string;
  /** Says what is measured, and in which units. */
  readonly unit: string;
  /** The same numbers, for a screen reader and for people who would rather read. */
  readonly numbers: ChartNumbers;
  /** A sentence in place of the chart, where there is nothing to draw. */
  readonly empty?: string | undefined;
  readonly legend?: ReactNode;
  /** Controls in the header. */
  readonly tools?: ReactNode;
  /** Whether it stands between rules, as a part of a screen, rather than as a card. */
  readonly isFlat?: boolean;
  /** Whether only the header is shown. */
  readonly isFolded?: boolean;
  /** Draws the chart. */
  readonly children: (showHint: ShowHint) => ReactNode;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Frames a chart with its title, its units and its numbers as a table, which a screen reader has in any case. */
export function ChartPanel(props: Props) {
  const { title, unit, numbers, empty, legend, tools, isFlat = false, isFolded = false, children } = props;
  const [isTable, setTable] = useState(false);
  const [hint, setHint] = useState<string>();
  const titleId = useId();
  const change = isTable ? 'Show as chart' : 'Show as table';
  const hasChart = empty === undefined && !isFolded;
  return (
    <section className={isFlat ? classes.flat : `card ${classes.panel}`} aria-labelledby={titleId}>
      <Group gap="sm" wrap="nowrap">
        <Title order={2} id={titleId} className="grow truncate">
          {title}
        </Title>
        {isFlat && hasChart && !isTable && <div className={classes.legend}>{legend}</div>}
        {tools}
        {hasChart && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`${change}: ${lowerFirst(title)}`}
            title={change}
            onClick={() => {
              setTable(!isTable);
              setHint(undefined);
            }}
          >
            {isTable ? <IconChartBar {...ICON} /> : <IconTable {...ICON} />}
          </ActionIcon>
        )}
      </Group>
      {!isFolded && (
        <p className={`meta truncate ${classes.hint}`} title={hint ?? unit}>
          {hint ?? unit}
        </p>
      )}
      {empty !== undefined && !isFolded && <p className={classes.empty}>{empty}</p>}
      {hasChart && isTable && <ChartTable caption={`${title}: ${unit}`} {...numbers} hasLinks />}
      {hasChart && !isTable && (
        <>
          {!isFlat && legend}
          {/* What the pointer shows and opens here, the table has too. */}
          <div aria-hidden onPointerLeave={() => setHint(undefined)}>
            {children(setHint)}
          </div>
          <VisuallyHidden component="div">
            <ChartTable caption={`${title}: ${unit}`} {...numbers} />
          </VisuallyHidden>
        </>
      )}
    </section>
  );
}
