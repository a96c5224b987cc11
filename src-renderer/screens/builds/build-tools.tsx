import { Autocomplete, Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconGitCommit, IconHammer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import type { BuildOutcome } from '../../../src-server/model/builds/build-outcome.ts';
import { desk } from '../../api/desk.ts';
import { useDraft } from '../../ui/address/use-draft.ts';
import { formatCount } from '../../ui/format.ts';
import { ListToolbar } from '../../ui/list/list-toolbar.tsx';
import { onAnyKeyboard } from '../../ui/shifted-keys.ts';
import { enterList } from '../../ui/table/keyboard/focus-list.ts';
import classes from './builds.module.css';
import type { BuildsAddress } from './builds-address.ts';
import { RebuildAllButton } from './rebuild-all-button.tsx';
import { useProjectChoices } from './use-project-choices.ts';

const SEGMENTS = [
  ['all', 'All'],
  ['running', 'Running'],
  ['queued', 'Queued'],
  ['passed', 'Passed'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const;

type Props = {
  readonly address: BuildsAddress;
  readonly projectSlug: string | undefined;
  readonly outcomes: Readonly<Record<BuildOutcome, number>> | undefined;
  readonly change: (changed: Partial<BuildsAddress>) => void;
  readonly trigger: () => void;
};

/** Shows the filters of a list of builds and the buttons that start builds; not drawn again by rows that arrive. */
export const BuildTools = memo(DrawnBuildTools, (before, after) => {
  const [old, next] = [before, after].map(({ change: _, trigger: __, ...shown }) => JSON.stringify(shown));
  return old === next && before.change === after.change && before.trigger === after.trigger;
});

function DrawnBuildTools({ address, projectSlug, outcomes, change, trigger }: Props) {
  const total = outcomes && Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  const project = projectSlug ?? address.project;
  return (
    <ListToolbar
      actions={
        <>
          {project !== '' && <RebuildAllButton slug={project} />}
          <Button
            variant="default"
            leftSection={<IconHammer size={16} stroke={1.75} aria-hidden />}
            onClick={trigger}
          >
            Build…
          </Button>
        </>
      }
    >
      <SegmentedControl
        aria-label="State"
        className={classes.segments}
        flex="none"
        value={address.outcome}
        onChange={(value) => change({ outcome: SEGMENTS.find(([each]) => each === value)?.[0] ?? 'all' })}
        data={SEGMENTS.map(([value, label]) => {
          const count = value === 'all' ? total : outcomes?.[value];
          return {
            value,
            label: (
              <Group component="span" display="inline-flex" gap={6} align="baseline" wrap="nowrap">
                {label}
                {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
              </Group>
            ),
          };
        })}
      />
      {projectSlug === undefined && (
        <ProjectFilter value={address.project} change={(next) => change({ project: next, version: '' })} />
      )}
      <VersionFilter project={project} value={address.version} change={(version) => change({ version })} />
      <CommitFilter value={address.commit} change={(commit) => change({ commit })} />
    </ListToolbar>
  );
}

type FilterProps = { readonly value: string; readonly change: (value: string) => void };

function ProjectFilter({ value, change }: FilterProps) {
  const { choices, search } = useProjectChoices(value === '' ? null : value);
  return (
    <Select
      aria-label="Project"
      placeholder="Any project"
      size="xs"
      flex="0 1 148px"
      miw={88}
      searchable
      clearable
      data={choices}
      filter={({ options }) => options}
      nothingFoundMessage="No matching projects"
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': 'Clear project' }}
      value={value === '' ? null : value}
      onChange={(next) => change(next ?? '')}
      onSearchChange={search}
    />
  );
}

function VersionFilter({ project, value, change }: FilterProps & { readonly project: string }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const { data } = useQuery({ ...desk.builds.versions.queryOptions({ project }), enabled: project !== '' });
  return (
    <Autocomplete
      aria-label="Version"
      placeholder="Any version"
      size="xs"
      flex="0 1 148px"
      miw={88}
      data={project === '' ? ['latest', 'stable'] : [...new Set((data ?? []).map(({ slug }) => slug))]}
      limit={100}
      clearable
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': 'Clear version' }}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (next === '') change('');
      }}
      onOptionSubmit={change}
      onKeyDown={(event) => event.key === 'Enter' && change(typed.trim())}
      onBlur={() => typed.trim() !== value && change(typed.trim())}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Typing changes the filter after this pause, in milliseconds. */
const TYPING_MS = 120;
const trim = (typed: string) => typed.trim();

function CommitFilter({ value, change }: FilterProps) {
  const { typed, type, flush } = useDraft(value, change, { delay: TYPING_MS, normalize: trim });
  const input = useRef<HTMLInputElement>(null);
  useHotkeys(onAnyKeyboard('/').map((keys) => [keys, () => input.current?.focus()]));
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Filter by commit"
      placeholder="Commit"
      flex="0 1 124px"
      miw={84}
      classNames={{ input: 'mono' }}
      leftSection={<IconGitCommit size={14} stroke={1.75} />}
      value={typed}
      maxLength={255}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={(event) => enterList(event, flush)}
      onBlur={flush}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
