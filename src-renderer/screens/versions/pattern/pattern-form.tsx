import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo } from 'react';
import type { PatternKind, VersionPattern } from '../../../../src-server/model/versions/version-pattern.ts';
import { desk } from '../../../api/desk.ts';
import type { VersionRowView } from '../version-row.ts';
import classes from './pattern.module.css';
import { PatternMore } from './pattern-more.tsx';

type Props = {
  /** The project's. */
  readonly slug: string;
  readonly rows: readonly VersionRowView[];
  readonly pattern: VersionPattern;
  readonly change: (pattern: VersionPattern) => void;
  readonly mark: (slugs: ReadonlySet<string>) => void;
  readonly cancel: () => void;
  readonly select: (slugs: readonly string[]) => void;
  readonly activate: (slugs: readonly string[]) => void;
  readonly deactivate: (slugs: readonly string[]) => void;
};

const TYPING_MS = 80;
const NONE: ReadonlySet<string> = new Set();
const PATTERN_KINDS: readonly PatternKind[] = ['regex', 'semver'];
const KIND_WORDS: Readonly<Record<PatternKind, string>> = { regex: 'Regex', semver: 'SemVer' };
const EXAMPLES: Readonly<Record<PatternKind, string>> = { regex: '^v2\\.', semver: '>=2.2 <2.5' };
/** The table has the marks of all of them. */
const MOST_LINES = 100;

/** The inside of "Select by pattern". */
export function PatternForm({
  slug: project,
  rows,
  pattern,
  change,
  mark,
  cancel,
  select,
  activate,
  deactivate,
}: Props) {
  const [asked] = useDebouncedValue(pattern, TYPING_MS);
  const { data: answer } = useQuery({
    ...desk.versions.match.queryOptions({ slug: project, pattern: asked }),
    placeholderData: keepPreviousData,
  });
  const error = answer?.error;
  const means = answer?.matched;
  const matched = useMemo(() => {
    const slugs = new Set(means);
    return rows.filter(({ slug }) => slugs.has(slug));
  }, [means, rows]);
  const isBlank = pattern.text.trim() === '';
  useEffect(() => mark(new Set(matched.map(({ slug }) => slug))), [matched, mark]);
  // The marks go with the form, however it is closed.
  useEffect(() => () => mark(NONE), [mark]);
  const slugs = (active?: boolean) =>
    matched.filter((row) => active === undefined || row.active === active).map(({ slug }) => slug);
  const off = slugs(false);
  const on = slugs(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matched.length > 0) select(slugs());
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={`${classes.section} ${classes.head}`}>
        <h2 className={classes.title}>Select by pattern</h2>
        <SegmentedControl
          aria-label="Kind of pattern"
          value={pattern.kind}
          onChange={(kind) => change({ ...pattern, kind: kind as PatternKind })}
          data={PATTERN_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
        />
      </div>
      <div className={classes.section}>
        <TextInput
          aria-label="Pattern"
          classNames={{ input: 'mono' }}
          placeholder={EXAMPLES[pattern.kind]}
          value={pattern.text}
          onChange={(event) => change({ ...pattern, text: event.currentTarget.value })}
          error={isBlank ? undefined : (error ?? undefined)}
          rightSection={
            error === null ? <IconCheck size={14} stroke={2.25} className={classes.fine} aria-hidden /> : null
          }
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div className={classes.options}>
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
        </div>
      </div>
      <div className={classes.section}>
        <div className={classes.sums}>
          <b role="status">
            {matched.length.toLocaleString('en-GB')} of {rows.length.toLocaleString('en-GB')} match
          </b>
          {matched.length > 0 && <span className="meta">Marked in the table</span>}
        </div>
        {isBlank && <p className="meta">{KIND_HINTS[pattern.kind]}</p>}
        <Matches rows={matched} />
        {answer && answer.leftOut !== '' && <p className={classes.leftOut}>{answer.leftOut}</p>}
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" className={classes.ghost} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="default" aria-disabled={matched.length === 0}>
          Select {matched.length.toLocaleString('en-GB')}
        </Button>
        <PatternMore count={on.length} deactivate={() => deactivate(on)} />
        <Button aria-disabled={off.length === 0} onClick={() => off.length > 0 && activate(off)}>
          Activate {off.length.toLocaleString('en-GB')}
        </Button>
      </div>
    </form>
  );
}

const KIND_HINTS: Readonly<Record<PatternKind, string>> = {
  regex: 'Found anywhere in the name: ^v2\\. means all that begin with v2.',
  semver: 'A range of releases: >=2.2 <2.5, ^2.4 or 2.x.',
};

function Matches({ rows }: { readonly rows: readonly VersionRowView[] }) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <ul className={classes.matches} tabIndex={0} aria-label="Versions that match">
      {rows.slice(0, MOST_LINES).map(({ id, slug, active }) => (
        <li key={id}>
          <span className="mono cut" title={slug}>
            {slug}
          </span>
          <span className={classes.now}>{active ? 'Active' : 'Inactive'}</span>
          <span className={active ? classes.same : classes.turns}>{active ? 'no change' : 'turns on'}</span>
        </li>
      ))}
      {rows.length > MOST_LINES && (
        <li className="meta">and {(rows.length - MOST_LINES).toLocaleString('en-GB')} more</li>
      )}
    </ul>
  );
}
