import { Select } from '@mantine/core';
import type { BuildTools } from '../../../../src-server/model/projects/project.ts';
import { type Program, usePrograms } from '../../../features/use-programs.ts';
import type { BelowField } from './changed-elsewhere.tsx';
import classes from './settings.module.css';

type Props = {
  readonly value: BuildTools;
  readonly below: BelowField;
  readonly change: (value: BuildTools) => void;
};

const CHOICES = [
  { value: 'own', label: 'An environment of its own' },
  { value: 'machine', label: 'What this machine has' },
] as const satisfies readonly { value: BuildTools; label: string }[];

/** What builds of the project run with: an environment made for each, or what is installed here. */
export function BuildWith({ value, below, change }: Props) {
  const { programs } = usePrograms();
  const found = programs && (value === 'own' ? ownWords(programs) : machineWords(programs));
  return (
    <Select
      label="Build with"
      size="xs"
      className={classes.wide}
      allowDeselect={false}
      data={CHOICES}
      description={below('build_tools', `${MEANS[value]} ${found ?? ''}`, nameOf)}
      value={value}
      onChange={(next) => change(next === 'machine' ? 'machine' : 'own')}
    />
  );
}

const nameOf = (value: string) => CHOICES.find((choice) => choice.value === value)?.label ?? value;

const MEANS: Readonly<Record<BuildTools, string>> = {
  own: 'Made for each build with what its config asks for. Packages come from the network, or from what earlier builds kept, so offline it may fail.',
  machine:
    'Nothing is installed, so it builds offline. What the config installs is left out: extensions and themes have to be here already.',
};

const has = (programs: readonly Program[], name: string) =>
  programs.find((program) => program.name === name && program.path !== null);

function ownWords(programs: readonly Program[]): string {
  const made = has(programs, 'uv') ?? has(programs, 'Python');
  return made ? `Made by ${made.name} here.` : 'Neither uv nor Python was found here.';
}

function machineWords(programs: readonly Program[]): string {
  const builders = ['Sphinx', 'MkDocs'].flatMap((name) => has(programs, name) ?? []);
  if (builders.length === 0) return 'Neither Sphinx nor MkDocs was found here.';
  return `Found here: ${builders.map(({ name, version }) => `${name} ${version ?? 'that does not work'}`).join(', ')}.`;
}
