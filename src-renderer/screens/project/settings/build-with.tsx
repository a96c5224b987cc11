import { Select } from '@mantine/core';
import type { BuildToolSource } from '../../../../src-server/model/projects/project.ts';
import { BUILD_TOOL_CHOICES } from '../../../features/build-tools.ts';
import { type Program, usePrograms } from '../../../features/use-programs.ts';
import type { Form } from '../../../ui/form/use-form.ts';
import classes from './settings.module.css';
import type { SettingsValues } from './settings-values.ts';
import type { DescribeField } from './use-field-descriptions.tsx';

type Props = {
  readonly form: Form<SettingsValues>;
  readonly describeField: DescribeField;
};

/** Chooses what builds run with: an environment per build, or the tools installed here. */
export function BuildWith({ form, describeField }: Props) {
  const { programs } = usePrograms();
  const { build_tools: value } = form.values;
  const availability =
    programs && (value === 'own' ? formatOwnTools(programs) : formatMachineTools(programs));
  return (
    <Select
      label="Build with"
      size="xs"
      className={classes.wide}
      allowDeselect={false}
      data={BUILD_TOOL_CHOICES}
      description={describeField('build_tools', `${DESCRIPTIONS[value]} ${availability ?? ''}`, labelOf)}
      {...form.field('build_tools')}
    />
  );
}

const labelOf = (value: string) =>
  BUILD_TOOL_CHOICES.find((choice) => choice.value === value)?.label ?? value;

const DESCRIPTIONS: Readonly<Record<BuildToolSource, string>> = {
  own: 'Created for each build from its config. Packages are downloaded or reused from earlier builds, so a build may fail offline.',
  machine:
    'Only the project itself is installed, without what it needs, so builds work offline: extensions and themes must already be on this computer.',
};

const findProgram = (programs: readonly Program[], name: string) =>
  programs.find((program) => program.name === name && program.path !== null);

function formatOwnTools(programs: readonly Program[]): string {
  const installer = findProgram(programs, 'uv') ?? findProgram(programs, 'Python');
  return installer ? `Created with ${installer.name}.` : 'Neither uv nor Python was found on this computer.';
}

function formatMachineTools(programs: readonly Program[]): string {
  const builders = ['Sphinx', 'MkDocs'].flatMap((name) => findProgram(programs, name) ?? []);
  if (builders.length === 0) return 'Neither Sphinx nor MkDocs was found on this computer.';
  return `Found: ${builders.map(({ name, version }) => `${name} ${version ?? '(not working)'}`).join(', ')}.`;
}
