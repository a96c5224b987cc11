import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { desk } from '../../api/desk.ts';
import classes from './palette.module.css';
import { DOCS_GROUP, type PaletteEntry, paletteGroups, SCOPES, type Scope } from './palette-entries.tsx';

const MAX_RESULTS = 8;
const LISTBOX_ID = 'palette-list';

type Props = {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly close: () => void;
};

/** Shows the field, the results and the keys of the open palette. */
export function PaletteBody({ typed, setTyped, close }: Props) {
  const [selected, setSelected] = useState(0);
  const [chosenScope, setChosenScope] = useState<Scope>('Everything');
  const runWhenSettled = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  // Takes the focus at once, not after the dialog's transition, so that typing goes here.
  useEffect(() => field.current?.focus(), []);
  const isCommand = typed.startsWith('>');
  const scope = isCommand ? 'Commands' : chosenScope;
  const text = (isCommand ? typed.slice(1) : typed).trim();
  const isSearching = text !== '' && scope !== 'Commands';
  const searchQuery = useQuery({
    ...desk.palette.find.queryOptions({ text, limit: MAX_RESULTS }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const openProject = useOpenProject();
  const groups = paletteGroups({
    text,
    scope,
    results: isSearching ? (searchQuery.data ?? []) : [],
    openProject,
  });
  const entries = groups.flatMap((group) => group.entries);
  const current = entries[Math.min(selected, entries.length - 1)];
  const isSettled =
    !isSearching || searchQuery.isError || (searchQuery.isSuccess && !searchQuery.isPlaceholderData);

  function run(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    close();
    entry.run();
  }

  // Enter right after typing means what will be found, not what is still shown.
  useEffect(() => {
    if (!runWhenSettled.current || !isSettled) return;
    runWhenSettled.current = false;
    run(current);
  });

  useEffect(() => {
    document.querySelector(`#${LISTBOX_ID} [aria-selected="true"]`)?.scrollIntoView({ block: 'nearest' });
  });

  /** Handles keys before Spotlight does, which knows neither scopes nor results that are still on their way. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    if (event.key === 'ArrowDown') setSelected(selected >= last ? 0 : selected + 1);
    else if (event.key === 'ArrowUp') setSelected(selected <= 0 ? last : Math.min(selected, last) - 1);
    else if (event.key === 'Tab') changeScope(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter') {
      if (isSettled) run(current);
      else runWhenSettled.current = true;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function changeScope(by: number): void {
    const next = (SCOPES.indexOf(scope) + by + SCOPES.length) % SCOPES.length;
    setChosenScope(SCOPES[next] ?? 'Everything');
    if (isCommand) setTyped(typed.slice(1).trimStart());
    setSelected(0);
  }

  return (
    <>
      <div className={classes.query} onKeyDownCapture={onKeyDown}>
        <Spotlight.Search
          ref={field}
          className={classes.field}
          classNames={{ input: classes.input }}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded={entries.length > 0}
          aria-controls={LISTBOX_ID}
          aria-activedescendant={current ? optionId(current) : undefined}
          placeholder="A project, a version, a person, a command"
          maxLength={300}
          onChange={() => {
            setSelected(0);
            runWhenSettled.current = false;
          }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <span className={classes.scopeLabel} aria-live="polite">
          {scope}
        </span>
        <kbd>Tab</kbd>
      </div>
      <div id={LISTBOX_ID} role="listbox" aria-label="Results" className={classes.list}>
        {groups.map(({ title, entries: groupEntries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={title} role="group" aria-label={title}>
            <div className={classes.groupTitle} aria-hidden>
              {title}
            </div>
            {groupEntries.map((entry) => (
              <PaletteRow
                key={entry.id}
                entry={entry}
                text={text}
                selected={entry === current}
                run={() => run(entry)}
                select={() => setSelected(entries.indexOf(entry))}
              />
            ))}
          </div>
        ))}
      </div>
      {groups.every(({ title }) => title === DOCS_GROUP) && isSettled && (
        <Spotlight.Empty className={classes.noResults} role="status">
          {searchQuery.isError
            ? 'The search failed. Check that Lectern is running.'
            : `No results for “${text}”.`}
        </Spotlight.Empty>
      )}
      <Spotlight.Footer className={classes.footer}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
        <span className={classes.last}>
          <kbd>&gt;</kbd> commands only
        </span>
      </Spotlight.Footer>
    </>
  );
}

/** Returns the project whose screen is open, for its commands. */
function useOpenProject() {
  const [location] = useLocation();
  const slug = /^\/projects\/([^/]+)/.exec(location)?.[1];
  const { data } = useQuery({
    ...desk.palette.currentProject.queryOptions(slug ?? ''),
    enabled: slug !== undefined,
  });
  return slug === undefined ? undefined : (data ?? undefined);
}

type PaletteRowProps = {
  readonly entry: PaletteEntry;
  readonly text: string;
  readonly selected: boolean;
  readonly run: () => void;
  readonly select: () => void;
};

function PaletteRow({ entry, text, selected, run, select }: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
    <div
      id={optionId(entry)}
      role="option"
      aria-selected={selected}
      className={classes.item}
      onClick={run}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={selected ? undefined : select}
    >
      <span className={classes.icon}>{entry.icon}</span>
      <span className={`truncate ${classes.name}`}>
        <HighlightedLabel label={entry.label} text={text} />
      </span>
      {entry.code !== undefined && <span className={`mono truncate ${classes.code}`}>{entry.code}</span>}
      {entry.hint !== undefined && (
        <span className={classes.hint}>{entry.isKey ? <kbd>{entry.hint}</kbd> : entry.hint}</span>
      )}
    </div>
  );
}

/** Shows the label with the typed words marked. */
function HighlightedLabel({ label, text }: { readonly label: string; readonly text: string }) {
  const terms = text.split(/\s+/).filter(Boolean);
  // A single letter matches nearly everything.
  const patterns = terms
    .filter((word) => word.length > 1 || terms.length === 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (patterns.length === 0) return label;
  const parts = label.split(new RegExp(`(${patterns.join('|')})`, 'i'));
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position alone
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

function optionId(entry: PaletteEntry): string {
  return `palette-${entry.id.replaceAll(/[^\w-]/g, '_')}`;
}
