import { Button, Modal, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { desk } from '../../api/desk.ts';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import classes from './builds.module.css';
import { useTriggerBuild } from './use-trigger-build.ts';

type Props = {
  /** Slug of the project that is chosen at first. */
  readonly project: string | undefined;
  /** Whether no other project can be chosen. */
  readonly isProjectFixed: boolean;
  readonly close: () => void;
};

/** Asks which version of which project to build. */
export function TriggerBuild({ project: initialProject, isProjectFixed, close }: Props) {
  useRestoreFocus(true);
  const [project, setProject] = useState<string | null>(initialProject ?? null);
  const [chosenVersion, setChosenVersion] = useState<string | null>(null);
  const { trigger } = useTriggerBuild();
  const { data: versions } = useQuery({
    ...desk.builds.versions.queryOptions({ project: project ?? '' }),
    enabled: project !== null,
  });
  const version =
    chosenVersion ?? versions?.find(({ isDefault }) => isDefault)?.slug ?? versions?.[0]?.slug ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (project === null || version === null) return;
    trigger(project, version);
    close();
  };
  return (
    <Modal opened onClose={close} title="Build a version" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes.form}>
        {!isProjectFixed && (
          <ProjectField
            value={project}
            change={(next) => {
              setProject(next);
              setChosenVersion(null);
            }}
          />
        )}
        <Select
          label="Version"
          size="xs"
          // It has the focus at first; an open list would cover the button below.
          openOnFocus={false}
          classNames={{ input: 'mono' }}
          searchable
          allowDeselect={false}
          data={(versions ?? []).map(({ slug, active }) => ({
            value: slug,
            label: active ? slug : `${slug} (inactive)`,
          }))}
          limit={200}
          maxDropdownHeight={240}
          description={project === null ? 'Choose a project first.' : 'Inactive versions can be built too.'}
          nothingFoundMessage="No matching versions"
          value={version}
          onChange={setChosenVersion}
          data-autofocus={isProjectFixed || undefined}
        />
        <div className={classes.formFooter}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={version === null} className={classes.submit}>
            {version === null ? 'Build' : `Build ${version}`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type FieldProps = { readonly value: string | null; readonly change: (slug: string | null) => void };

function ProjectField({ value, change }: FieldProps) {
  const [text, setText] = useState('');
  const [searchText] = useDebouncedValue(text, 100);
  const { data = [] } = useQuery({
    ...desk.builds.projects.queryOptions({ text: value === null ? searchText : '' }),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ slug, name }) => ({
    value: slug,
    label: name === slug ? name : `${name} (${slug})`,
  }));
  const isListed = value === null || choices.some((each) => each.value === value);
  return (
    <Select
      label="Project"
      size="xs"
      openOnFocus={false}
      placeholder="Type a name or slug"
      searchable
      clearable
      data-autofocus
      data={isListed ? choices : [...choices, { value, label: value }]}
      filter={({ options }) => options}
      nothingFoundMessage="No matching projects"
      maxDropdownHeight={240}
      value={value}
      onChange={change}
      onSearchChange={setText}
    />
  );
}
