import { useHotkeys } from '@mantine/hooks';
import { IconFileImport, IconFolder, IconServer2, IconStack2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, problemOf } from '../../api/desk.ts';
import { useSheet } from '../../layout/sheet.ts';
import { tell } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { type Refusal, refusalOf, SeedRefusal } from './seed-refusal.tsx';
import classes from './shelf-empty.module.css';
import { TryIt } from './try-it.tsx';

/** What an empty shelf offers: something to put on it, or a line to try the API with. */
export function ShelfEmpty() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const sample = useMutation(desk.seeds.loadSample.mutationOptions());
  const seed = useMutation(desk.seeds.load.mutationOptions());
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const isBusy = sample.isPending || seed.isPending;

  function loaded({ projects, builds }: { readonly projects: number; readonly builds: number }): void {
    setRefusal(undefined);
    tell(`Loaded ${countOf(projects, 'project')} with ${countOf(builds, 'build')}`);
  }

  function loadSample(): void {
    if (isBusy) return;
    const failed = (error: unknown) => setRefusal(refusalOf('The sample library', problemOf(error)));
    sample.mutate(undefined, { onSuccess: loaded, onError: failed });
  }

  async function openSeed(chosen: File | undefined): Promise<void> {
    if (!chosen || isBusy) return;
    const { name } = chosen;
    const text = await chosen.text().catch(() => undefined);
    if (text === undefined) {
      setRefusal({ what: name, lines: [{ at: '', message: 'The file cannot be read.' }] });
      return;
    }
    seed.mutate(
      { text },
      { onSuccess: loaded, onError: (error) => setRefusal(refusalOf(name, problemOf(error))) },
    );
  }

  const choices: readonly ChoiceProps[] = [
    {
      icon: <IconStack2 size={20} stroke={1.75} />,
      label: 'Load the sample library',
      hint: sample.isPending
        ? 'Loading…'
        : '48 projects with versions, failed and passed builds, and redirects of every type. Takes 2 seconds.',
      run: loadSample,
    },
    {
      icon: <IconFolder size={20} stroke={1.75} />,
      label: 'Import a project',
      hint: 'From a folder on this computer or a git URL. Shows what it holds first.',
      run: () => navigate('/import'),
    },
    {
      icon: <IconFileImport size={20} stroke={1.75} />,
      label: 'Open a seed file',
      hint: seed.isPending
        ? 'Loading…'
        : 'Projects, versions and builds from JSON. Loaded whole or not at all.',
      run: () => file.current?.click(),
    },
    {
      icon: <IconServer2 size={20} stroke={1.75} />,
      label: 'Keep it empty for a client',
      hint: 'Make a user and a token, then let your CI or bot create what it needs.',
      run: () => navigate('/people'),
    },
  ];
  useHotkeys(choices.map(({ run }, index) => [String(index + 1), run]));
  const port = state?.url ? new URL(state.url).port : undefined;

  return (
    <section className={classes.scroll} aria-label="The shelf is empty">
      <div className={classes.column}>
        <h2 className={classes.title}>The shelf is empty</h2>
        <p className={classes.words}>
          {port ? `Lectern is already answering on port ${port}. ` : ''}Choose what it should hold; you can
          load more or remove projects later.
        </p>
        <ul className={classes.choices}>
          {choices.map((choice, index) => (
            <Choice key={choice.label} {...choice} number={index + 1} />
          ))}
        </ul>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          className={classes.file}
          aria-label="Seed file"
          tabIndex={-1}
          onChange={(event) => {
            const input = event.currentTarget;
            void openSeed(input.files?.[0]).finally(() => {
              input.value = ''; // the same file, mended, can be chosen again
            });
          }}
        />
        {refusal && <SeedRefusal refusal={refusal} close={() => setRefusal(undefined)} />}
        <TryIt />
        <p className={classes.meta}>
          {state?.dataFolder == null
            ? 'Data is in memory only.'
            : 'Data stays in one folder on this computer.'}
          <button type="button" className={classes.shortcuts} onClick={() => useSheet.getState().show(true)}>
            Shortcuts <kbd className={classes.key}>?</kbd>
          </button>
        </p>
      </div>
    </section>
  );
}

type ChoiceProps = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly hint: string;
  readonly run: () => void;
};

function Choice({ icon, label, hint, run, number }: ChoiceProps & { readonly number: number }) {
  return (
    <li>
      <button type="button" className={classes.choice} onClick={run}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <span className={classes.text}>
          <b>{label}</b>
          <span className={classes.hint}>{hint}</span>
        </span>
        <kbd className={classes.key}>{number}</kbd>
      </button>
    </li>
  );
}
