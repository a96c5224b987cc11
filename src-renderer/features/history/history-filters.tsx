import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  HISTORY_KIND_NAMES,
  HISTORY_KINDS,
  type HistoryKind,
} from '../../../src-server/model/journal/history.ts';
import { desk } from '../../api/desk.ts';
import classes from './history.module.css';
import { type HistoryFilter, LECTERN, PERIODS, type Period } from './history-filter.ts';

const KINDS = HISTORY_KIND_NAMES.map((value) => ({ value, label: HISTORY_KINDS[value].label }));
/** Kinds of changes that no project has. */
const GLOBAL: ReadonlySet<HistoryKind> = new Set(['people', 'data', 'settings']);
const PROJECT_KINDS = KINDS.filter(({ value }) => !GLOBAL.has(value));
const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));

type Props = {
  readonly filter: HistoryFilter;
  readonly change: (next: Partial<HistoryFilter>) => void;
  readonly isOfProject: boolean;
};

/** Limits a list of changes by person, kind and date. */
export function HistoryFilters({ filter, change, isOfProject }: Props) {
  // Only the operator may know who has changed anything.
  const { data: people } = useQuery(desk.undo.people.queryOptions());
  return (
    <search className={classes.filters} aria-label="Filter changes">
      {people && (
        <Select
          aria-label="Person"
          placeholder="Anyone"
          size="xs"
          w={148}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear person' }}
          data={[...people, LECTERN]}
          value={filter.person === '' ? null : filter.person}
          onChange={(person) => change({ person: person ?? '' })}
        />
      )}
      <Select
        aria-label="Kind"
        placeholder="Any kind"
        size="xs"
        w={176}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear kind' }}
        data={isOfProject ? PROJECT_KINDS : KINDS}
        value={filter.kind === '' ? null : filter.kind}
        onChange={(kind) => change({ kind: (kind ?? '') as HistoryFilter['kind'] })}
      />
      <Select
        aria-label="Date"
        size="xs"
        w={128}
        allowDeselect={false}
        data={PERIOD_CHOICES}
        value={filter.period}
        onChange={(period) => change({ period: (period ?? 'any') as Period })}
      />
    </search>
  );
}
