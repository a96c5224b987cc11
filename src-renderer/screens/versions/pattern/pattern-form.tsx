import { Box, Button, Checkbox, Group, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo } from 'react';
import type { PatternKind, VersionPattern } from '../../../../src-server/model/versions/version-pattern.ts';
import { desk } from '../../../api/desk.ts';
import { formatCount } from '../../../ui/format.ts';
import type { VersionRowView } from '../version-row.ts';
import classes from './pattern.module.css';

type Props = {
  /** Slug of the project. */
  readonly slug: string;
  readonly rows: readonly VersionRowView[];
  readonly pattern: VersionPattern;
  readonly change: (pattern: VersionPattern) => void;
  readonly highlight: (slugs: ReadonlySet<string>) => void;
  readonly cancel: () => void;
  readonly select: (slugs: readonly string[]) => void;
  readonly activate: (slugs: readonly string[]) => void;
  readonly deactivate: (slugs: readonly string[]) => void;
};

const TYPING_MS = 80;
const NONE: ReadonlySet<string> = new Set();
const PATTERN_KINDS: readonly PatternKind[] = ['regex', 'semver'];
const KIND_LABELS: Readonly<Record<PatternKind, string>> = { regex: 'Regex', semver: 'SemVer' };
const EXAMPLES: Readonly<Record<PatternKind, string>> = { regex: '^v2\\.', semver: '>=2.2 <2.5' };
/** Further matches are only highlighted in the table. */
const MAX_MATCHES_SHOWN = 100;

/** Shows the form of "Select by pattern": the pattern, the versions it matches, and what to do with them. */
export function PatternForm({
  slug: project,
  rows,
  pattern,
  change,
  highlight,
  cancel,
  select,
  activate,
  deactivate,
}: Props) {
  const [debouncedPattern] = useDebouncedValue(pattern, TYPING_MS);
  const { data: matchResult, isPlaceholderData } = useQuery({
    ...desk.versions.match.queryOptions({ slug: project, pattern: debouncedPattern }),
    placeholderData: keepPreviousData,
  });
  const error = matchResult?.error;
  const matchedSlugs = matchResult?.matched;
  const matched = useMemo(() => {
    const slugs = new Set(matchedSlugs);
    return rows.filter(({ slug }) => slugs.has(slug));
  }, [matchedSlugs, rows]);
  const isBlank = pattern.text.trim() === '';
  const isCounted = matchResult && !isPlaceholderData && debouncedPattern === pattern && !isBlank;
  useEffect(() => highlight(new Set(matched.map(({ slug }) => slug))), [matched, highlight]);
  // The highlights end with the form, however it is closed.
  useEffect(() => () => highlight(NONE), [highlight]);
  const slugsOf = (active?: boolean) =>
    matched.filter((row) => active === undefined || row.active === active).map(({ slug }) => slug);
  const inactiveSlugs = slugsOf(false);
  const activeSlugs = slugsOf(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matched.length > 0) select(slugsOf());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} px={12} pt={12} wrap="nowrap" justify="space-between">
        <h2 className={classes.title}>Select by pattern</h2>
        <SegmentedControl
          aria-label="Pattern type"
          value={pattern.kind}
          onChange={(kind) => change({ ...pattern, kind: kind as PatternKind })}
          data={PATTERN_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
        />
      </Group>
      <Box px={12} pt={12}>
        <TextInput
          aria-label="Pattern"
          classNames={{ input: 'mono' }}
          placeholder={EXAMPLES[pattern.kind]}
          value={pattern.text}
          onChange={(event) => change({ ...pattern, text: event.currentTarget.value })}
          error={isBlank ? undefined : (error ?? undefined)}
          rightSection={
            error === null ? (
              <IconCheck size={14} stroke={2.25} className={classes.valid} aria-hidden />
            ) : null
          }
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Group gap="8px 16px" mt={10}>
          <Checkbox
            label="Tags only"
            checked={pattern.tagsOnly}
            onChange={(event) => change({ ...pattern, tagsOnly: event.currentTarget.checked })}
          />
          <Checkbox
            label="Include pre-releases"
            checked={pattern.includePrereleases}
            onChange={(event) => change({ ...pattern, includePrereleases: event.currentTarget.checked })}
          />
        </Group>
      </Box>
      <Box px={12} pt={12}>
        <Group gap={8} wrap="nowrap" justify="space-between">
          <b role="status">
            {isCounted && `${formatCount(matched.length)} of ${formatCount(rows.length)} match`}
          </b>
          {matched.length > 0 && <span className="meta">Highlighted in the table</span>}
        </Group>
        {isBlank && <p className="meta">{KIND_HINTS[pattern.kind]}</p>}
        <Matches rows={matched} />
        {matchResult && matchResult.leftOut !== '' && (
          <p className={classes.leftOut}>{matchResult.leftOut}</p>
        )}
      </Box>
      <div className={classes.footer}>
        <Button variant="subtle" className={classes.cancel} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="default" aria-disabled={matched.length === 0}>
          Select {formatCount(matched.length)}
        </Button>
        <PatternMenu count={activeSlugs.length} deactivate={() => deactivate(activeSlugs)} />
        <Button
          aria-disabled={inactiveSlugs.length === 0}
          onClick={() => inactiveSlugs.length > 0 && activate(inactiveSlugs)}
        >
          Activate {formatCount(inactiveSlugs.length)}
        </Button>
      </div>
    </form>
  );
}

const KIND_HINTS: Readonly<Record<PatternKind, string>> = {
  regex: 'Matches anywhere in the name. ^v2\\. matches names that begin with v2.',
  semver: 'A range of releases, such as >=2.2 <2.5, ^2.4 or 2.x.',
};

function Matches({ rows }: { readonly rows: readonly VersionRowView[] }) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <ul className={classes.matches} tabIndex={0} aria-label="Matching versions">
      {rows.slice(0, MAX_MATCHES_SHOWN).map(({ id, slug, active }) => (
        <li key={id}>
          <span className="mono truncate" title={slug}>
            {slug}
          </span>
          <span className={classes.state}>{active ? 'Active' : 'Inactive'}</span>
          <span className={active ? classes.unchanged : classes.changed}>
            {active ? 'no change' : 'activates'}
          </span>
        </li>
      ))}
      {rows.length > MAX_MATCHES_SHOWN && (
        <li className="meta">and {formatCount(rows.length - MAX_MATCHES_SHOWN)} more</li>
      )}
    </ul>
  );
}

type PatternMenuProps = { readonly count: number; readonly deactivate: () => void };

/** Shows the less common actions. Rendered inside the popover, since a click outside would close that. */
function PatternMenu({ count, deactivate }: PatternMenuProps) {
  return (
    <Menu position="top-end" withinPortal={false} width={180}>
      <Menu.Target>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={count === 0} onClick={deactivate}>
          Deactivate {formatCount(count)}…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
