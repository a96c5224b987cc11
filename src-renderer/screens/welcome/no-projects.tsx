import { Group } from '@mantine/core';
import {
  IconFileImport,
  IconFolder,
  IconPackages,
  IconSchool,
  IconServer2,
  IconStack2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { useLessonPanel } from '../../features/lessons/lesson-panel-state.ts';
import { SAMPLE, useLoadDialog } from '../../features/load-data/load-dialog-state.ts';
import { openSeedFile } from '../../features/load-data/open-files.ts';
import { useShortcutsDialog } from '../../layout/commands/shortcuts-dialog-state.ts';
import { type Choice, ChoiceList } from '../../ui/feedback/choice-list.tsx';
import { FileInput } from '../../ui/form/file-input.tsx';
import classes from './no-projects.module.css';
import { TryIt } from './try-it.tsx';

/** Shows ways to add the first projects, and a command that tries the API. */
export function NoProjects() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const fileInput = useRef<HTMLInputElement>(null);
  const openLoad = useLoadDialog((dialog) => dialog.open);
  const choices: readonly Choice[] = [
    {
      icon: <IconStack2 size={20} stroke={1.75} />,
      label: 'Load the sample library',
      hint: 'Ten small projects that build here, Sphinx and MkDocs, and 38 records with versions, builds and failures.',
      run: () => openLoad(SAMPLE),
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
      hint: 'Projects, versions and builds from JSON. Loaded completely or not at all.',
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
        <FileInput ref={fileInput} label="Seed file" accept=".json,application/json" choose={openSeedFile} />
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
