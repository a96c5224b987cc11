import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { desk } from '../../api/desk.ts';
import classes from './palette.module.css';
import { DOCS, type Entry, paletteGroups, SCOPES, type Scope } from './palette-entries.tsx';

const MOST = 8;
const LIST = 'palette-list';

/** What stands in the palette while it is open. */
export function PaletteBody({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Scope>('Everything');
  const [at, setAt] = useState(0);
  const waiting = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  // At once, not when the dialog has come to rest: whoever opens it types on.
  useEffect(() => field.current?.focus(), []);
  const isCommand = typed.startsWith('>');
  const scope = isCommand ? 'Commands' : chosen;
  const text = (isCommand ? typed.slice(1) : typed).trim();
  const asks = text !== '' && scope !== 'Commands';
  const find = useQuery({
    ...desk.search.find.queryOptions({ text, limit: MOST }),
    enabled: asks,
    placeholderData: keepPreviousData,
  });
  const opened = useOpenedProject();
  const groups = paletteGroups({ text, scope, finds: asks ? (find.data ?? []) : [], opened });
  const entries = groups.flatMap((group) => group.entries);
  const current = entries[Math.min(at, entries.length - 1)];
  const isSettled = !asks || find.isError || (find.isSuccess && !find.isPlaceholderData);

  function run(entry: Entry | undefined): void {
    if (!entry) return;
    close();
    entry.run();
  }

  // Whoever types and presses Enter at once means what will be found, not what stands there still.
  useEffect(() => {
    if (!waiting.current || !isSettled) return;
    waiting.current = false;
    run(current);
  });
  useEffect(() => {
    document.querySelector(`#${LIST} [aria-selected="true"]`)?.scrollIntoView({ block: 'nearest' });
  });

  function change(next: string): void {
    setTyped(next);
    setAt(0);
    waiting.current = false;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : Math.min(at, last) - 1);
    else if (event.key === 'Tab') changeScope(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter') {
      if (isSettled) run(current);
      else waiting.current = true;
    } else return;
    event.preventDefault();
  }

  function changeScope(by: number): void {
    const next = (SCOPES.indexOf(scope) + by + SCOPES.length) % SCOPES.length;
    setChosen(SCOPES[next] ?? 'Everything');
    if (isCommand) setTyped(typed.slice(1).trimStart());
    setAt(0);
  }

  return (
    <>
      <div className={classes.query}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded={entries.length > 0}
          aria-controls={LIST}
          aria-activedescendant={current ? optionId(current) : undefined}
          placeholder="A project, a version, a person, a command"
          value={typed}
          maxLength={300}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <span className={classes.scope} aria-live="polite">
          {scope}
        </span>
        <kbd>Tab</kbd>
      </div>
      <div id={LIST} role="listbox" aria-label="Found" className={classes.list}>
        {groups.map(({ head, entries: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={head} role="group" aria-label={head}>
            <div className={classes.head} aria-hidden>
              {head}
            </div>
            {ofGroup.map((entry) => (
              <Line
                key={entry.id}
                entry={entry}
                text={text}
                selected={entry === current}
                run={() => run(entry)}
                point={() => setAt(entries.indexOf(entry))}
              />
            ))}
          </div>
        ))}
      </div>
      {groups.every(({ head }) => head === DOCS) && isSettled && (
        <p className={classes.nothing} role="status">
          {find.isError ? 'The search does not answer.' : `Nothing here is called “${text}”.`}
        </p>
      )}
      <div className={classes.foot}>
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
      </div>
    </>
  );
}

/** The project whose screen is open, for the commands that go with it. */
function useOpenedProject() {
  const [location] = useLocation();
  const slug = /^\/projects\/([^/]+)/.exec(location)?.[1];
  const { data } = useQuery({ ...desk.search.opened.queryOptions(slug ?? ''), enabled: slug !== undefined });
  return slug === undefined ? undefined : (data ?? undefined);
}

type LineProps = {
  readonly entry: Entry;
  readonly text: string;
  readonly selected: boolean;
  readonly run: () => void;
  readonly point: () => void;
};

function Line({ entry, text, selected, run, point }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
    <div
      id={optionId(entry)}
      role="option"
      aria-selected={selected}
      className={classes.item}
      onClick={run}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={selected ? undefined : point}
    >
      <span className={classes.icon}>{entry.icon}</span>
      <span className={`cut ${classes.name}`}>
        <Marked label={entry.label} text={text} />
      </span>
      {entry.code !== undefined && <span className={`mono cut ${classes.code}`}>{entry.code}</span>}
      {entry.hint !== undefined && (
        <span className={classes.hint}>{entry.isKey ? <kbd>{entry.hint}</kbd> : entry.hint}</span>
      )}
    </div>
  );
}

/** The label with what was typed of it marked. */
function Marked({ label, text }: { readonly label: string; readonly text: string }) {
  const given = text.split(/\s+/).filter(Boolean);
  // A letter alone is in every word.
  const words = given
    .filter((word) => word.length > 1 || given.length === 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return label;
  const parts = label.split(new RegExp(`(${words.join('|')})`, 'i'));
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the label
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

function optionId(entry: Entry): string {
  return `palette-${entry.id.replaceAll(/[^\w-]/g, '_')}`;
}
