import { Group } from '@mantine/core';
import {
  IconFileImport,
  IconFolder,
  IconPackages,
  IconSchool,
  IconServer2,
  IconStack2,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Changed } from '../../../src-server/desk/procedure.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { useLessonPanel } from '../../features/lessons/lesson-panel-state.ts';
import { useShortcutsDialog } from '../../layout/commands/shortcuts-dialog-state.ts';
import { type Choice, ChoiceList } from '../../ui/feedback/choice-list.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { FileInput } from '../../ui/form/file-input.tsx';
import { pluralize } from '../../ui/format.ts';
import classes from './no-projects.module.css';
import { type SeedErrorReport, SeedErrors, seedErrorReport } from './seed-errors.tsx';
import { TryIt } from './try-it.tsx';

type LoadedCounts = { readonly projects: number; readonly builds: number };

/** Shows ways to add the first projects, and a command that tries the API. */
export function NoProjects() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const sampleMutation = useMutation(desk.seeds.loadSample.mutationOptions());
  const seedMutation = useMutation(desk.seeds.load.mutationOptions());
  const fileInput = useRef<HTMLInputElement>(null);
  const [errorReport, setErrorReport] = useState<SeedErrorReport>();
  const isBusy = sampleMutation.isPending || seedMutation.isPending;

  function onLoaded({ answer: { projects, builds } }: Changed<LoadedCounts>): void {
    setErrorReport(undefined);
    notify(`Loaded ${pluralize(projects, 'project')} with ${pluralize(builds, 'build')}`);
  }

  function loadSample(): void {
    if (isBusy) return;
    const onFailed = (error: unknown) =>
      setErrorReport(seedErrorReport('The sample library', problemOf(error)));
    sampleMutation.mutate(undefined, { onSuccess: onLoaded, onError: onFailed });
  }

  async function openSeed(chosenFile: File): Promise<void> {
    if (isBusy) return;
    const { name } = chosenFile;
    const text = await chosenFile.text().catch(() => undefined);
    if (text === undefined) {
      setErrorReport({ subject: name, lines: [{ path: '', message: 'The file could not be read.' }] });
      return;
    }
    seedMutation.mutate(
      { text },
      { onSuccess: onLoaded, onError: (error) => setErrorReport(seedErrorReport(name, problemOf(error))) },
    );
  }

  const choices: readonly Choice[] = [
    {
      icon: <IconStack2 size={20} stroke={1.75} />,
      label: 'Load the sample library',
      hint: sampleMutation.isPending
        ? 'Loading…'
        : '48 projects with versions, failed and passed builds, and redirects of every type. Takes 2 seconds.',
      run: loadSample,
    },
    {
      icon: <IconFolder size={20} stroke={1.75} />,
      label: 'Import a project',
      hint: 'From a folder on this computer or a git URL. Shows what it contains first.',
      run: () => navigate('/import'),
    },
    {
      icon: <IconFileImport size={20} stroke={1.75} />,
      label: 'Open a seed file',
      hint: seedMutation.isPending
        ? 'Loading…'
        : 'Projects, versions and builds from JSON. Loaded completely or not at all.',
      run: () => fileInput.current?.click(),
    },
    {
      icon: <IconServer2 size={20} stroke={1.75} />,
      label: 'Keep it empty for a client',
      hint: 'Make a user and a token, then let your CI or bot create what it needs.',
      run: () => navigate('/people'),
    },
    {
      icon: <IconPackages size={20} stroke={1.75} />,
      label: 'Choose a kit',
      hint: 'Data to start from: for lessons, for test suites, every state, ten thousand projects.',
      run: () => navigate('/settings/kits'),
    },
    {
      icon: <IconSchool size={20} stroke={1.75} />,
      label: 'Take a lesson',
      hint: 'The API, builds, versions and redirects in five lessons that check themselves.',
      run: () => useLessonPanel.getState().show(null),
    },
  ];
  const port = state?.url ? new URL(state.url).port : undefined;

  return (
    <section className={classes.scrollArea} aria-label="No projects yet">
      <div className={classes.column}>
        <h2 className={classes.title}>No projects yet</h2>
        <p className={classes.description}>
          {port ? `Lectern is already running on port ${port}. ` : ''}Choose how to start; you can add and
          remove projects later.
        </p>
        <ChoiceList choices={choices} isLarge />
        <FileInput ref={fileInput} label="Seed file" accept=".json,application/json" choose={openSeed} />
        {errorReport && <SeedErrors report={errorReport} close={() => setErrorReport(undefined)} />}
        <TryIt />
        <Group component="p" className="meta" gap={16} mt={12}>
          {state?.dataFolder == null
            ? 'Data is kept in memory only.'
            : 'Data is kept in one folder on this computer.'}
          <button
            type="button"
            className={classes.shortcuts}
            onClick={() => useShortcutsDialog.getState().setOpened(true)}
          >
            Shortcuts <kbd className="key">?</kbd>
          </button>
        </Group>
      </div>
    </section>
  );
}
