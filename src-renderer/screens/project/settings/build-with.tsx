import { Select } from '@mantine/core';
import type { BuildToolSource } from '../../../../src-server/model/projects/project.ts';
import { type Program, usePrograms } from '../../../features/use-programs.ts';
import classes from './settings.module.css';
import type { DescribeField } from './use-field-descriptions.tsx';

type Props = {
  readonly value: BuildToolSource;
  readonly describeField: DescribeField;
  readonly change: (value: BuildToolSource) => void;
};

const CHOICES = [
  { value: 'own', label: 'An environment of its own' },
  { value: 'machine', label: 'What this machine has' },
] as const satisfies readonly { value: BuildToolSource; label: string }[];

/** What builds of the project run with: an environment made for each, or what is installed here. */
export function BuildWith({ value, describeField, change }: Props) {
  const { programs } = usePrograms();
  const availability =
    programs && (value === 'own' ? formatOwnTools(programs) : formatMachineTools(programs));
  return (
    <Select
      label="Build with"
      size="xs"
      className={classes.wide}
      allowDeselect={false}
      data={CHOICES}
      description={describeField('build_tools', `${DESCRIPTIONS[value]} ${availability ?? ''}`, labelOf)}
      value={value}
      onChange={(next) => change(next === 'machine' ? 'machine' : 'own')}
    />
  );
}

const labelOf = (value: string) => CHOICES.find((choice) => choice.value === value)?.label ?? value;

const DESCRIPTIONS: Readonly<Record<BuildToolSource, string>> = {
  own: 'Made for each build with what its config asks for. Packages come from the network, or from what earlier builds kept, so offline it may fail.',
  machine:
    'Nothing is installed, so it builds offline. What the config installs is left out: extensions and themes have to be here already.',
};

const findProgram = (programs: readonly Program[], name: string) =>
  programs.find((program) => program.name === name && program.path !== null);

function formatOwnTools(programs: readonly Program[]): string {
  const installer = findProgram(programs, 'uv') ?? findProgram(programs, 'Python');
  return installer ? `Made by ${installer.name} here.` : 'Neither uv nor Python was found here.';
}

function formatMachineTools(programs: readonly Program[]): string {
  const builders = ['Sphinx', 'MkDocs'].flatMap((name) => findProgram(programs, name) ?? []);
  if (builders.length === 0) return 'Neither Sphinx nor MkDocs was found here.';
  return `Found here: ${builders.map(({ name, version }) => `${name} ${version ?? 'that does not work'}`).join(', ')}.`;
}
