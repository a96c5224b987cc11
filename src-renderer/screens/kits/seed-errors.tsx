import { ActionIcon, Group } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { DeskProblem } from '../../../src-server/desk/procedure.ts';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import { pluralize } from '../../ui/format.ts';
import classes from './seed-errors.module.css';

/** The reasons why a file was not loaded, one for each place in it. */
export type SeedErrorReport = {
  readonly subject: string;
  readonly lines: readonly { readonly path: string; readonly message: string }[];
};

/** Lists the places of a rejected file, or the one message where the file is not the cause. */
export function seedErrorReport(subject: string, problem: DeskProblem): SeedErrorReport {
  const lines = problem.fields ? flattenErrors(problem.fields, '') : [{ path: '', message: problem.message }];
  return { subject, lines };
}

function flattenErrors(errors: FieldErrors, prefix: string): { path: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map((message) => ({ path: `${prefix}${key}`, message }))
      : flattenErrors(value, `${prefix}${key}.`),
  );
}

type Props = { readonly report: SeedErrorReport; readonly close: () => void };

/** Lists the errors of a file; nothing of it was loaded. */
export function SeedErrors({ report: { subject, lines }, close }: Props) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report scrolls into view too
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [lines]);
  return (
    <section ref={box} className={classes.box} role="alert" aria-label="Nothing was loaded">
      <Group className={`failed ${classes.header}`} gap={8} h={36} pl={12} pr={8} wrap="nowrap">
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        <b className="truncate">Nothing was loaded</b>
        <span className="dim truncate grow" title={subject}>
          {subject}, {pluralize(lines.length, 'error')} to fix
        </span>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="Close" onClick={close}>
          <IconX size={14} />
        </ActionIcon>
      </Group>
      <ul className={classes.lines}>
        {lines.map(({ path, message }) => (
          <li key={`${path} ${message}`} className={classes.line}>
            {path !== '' && <span className="mono dim">{path}</span>}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
