import { Checkbox, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { truncate } from '../../ui/format.ts';
import { useProjectChoices } from './use-project-choices.ts';
import { FROM_SCRATCH_HINT, useTriggerBuild } from './use-trigger-build.ts';

type Props = {
  /** Slug of the project that is chosen at first. */
  readonly project: string | undefined;
  /** Whether no other project can be chosen. */
  readonly isProjectFixed: boolean;
  readonly close: () => void;
};

/** Asks which version of which project to build. */
export function TriggerBuild({ project: initialProject, isProjectFixed, close }: Props) {
  const [project, setProject] = useState<string | null>(initialProject ?? null);
  const [chosenVersion, setChosenVersion] = useState<string | null>(null);
  const [isFromScratch, setFromScratch] = useState(false);
  const { trigger } = useTriggerBuild();
  const { data: versions } = useQuery({
    ...desk.builds.versions.queryOptions({ project: project ?? '' }),
    enabled: project !== null,
  });
  const version =
    chosenVersion ?? versions?.find(({ isDefault }) => isDefault)?.slug ?? versions?.[0]?.slug ?? null;
  const submit = () => {
    if (project === null || version === null) return;
    trigger(project, version, { isFromScratch });
    close();
  };
  return (
    <FormDialog
      title="Build a version"
      form={{ submit, isBusy: false }}
      close={close}
      submitLabel={version === null ? 'Build' : `Build ${truncate(version)}`}
      ready={version !== null}
    >
      <Stack gap="lg">
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
        <Checkbox
          size="xs"
          label="Build from scratch"
          description={FROM_SCRATCH_HINT}
          checked={isFromScratch}
          onChange={({ currentTarget }) => setFromScratch(currentTarget.checked)}
        />
      </Stack>
    </FormDialog>
  );
}

type FieldProps = { readonly value: string | null; readonly change: (slug: string | null) => void };

function ProjectField({ value, change }: FieldProps) {
  const { choices, search } = useProjectChoices(value);
  return (
    <Select
      label="Project"
      size="xs"
      openOnFocus={false}
      placeholder="Type a name or slug"
      searchable
      clearable
      data-autofocus
      data={choices}
      filter={({ options }) => options}
      nothingFoundMessage="No matching projects"
      maxDropdownHeight={240}
      value={value}
      onChange={change}
      onSearchChange={search}
    />
  );
}
