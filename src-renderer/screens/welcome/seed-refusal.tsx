import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { DeskProblem } from '../../../src-server/desk/procedure.ts';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import { countOf } from '../../ui/time-words.ts';
import classes from './seed-refusal.module.css';

/** Why nothing was loaded: a line a place. */
export type Refusal = {
  readonly what: string;
  readonly lines: readonly { readonly at: string; readonly message: string }[];
};

/** A refused file's places, or the one sentence where the file is not to blame. */
export function refusalOf(what: string, problem: DeskProblem): Refusal {
  const lines = problem.fields ? linesOf(problem.fields, '') : [{ at: '', message: problem.message }];
  return { what, lines };
}

function linesOf(errors: FieldErrors, prefix: string): { at: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map((message) => ({ at: `${prefix}${key}`, message }))
      : linesOf(value, `${prefix}${key}.`),
  );
}

type Props = { readonly refusal: Refusal; readonly close: () => void };

/** Lists what is wrong with a file; nothing of it was loaded. */
export function SeedRefusal({ refusal: { what, lines }, close }: Props) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is to be seen as well
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [lines]);
  return (
    <section ref={box} className={classes.box} role="alert" aria-label="Nothing was loaded">
      <header className={classes.head}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        <b className="cut">Nothing was loaded</b>
        <span className={`cut ${classes.what}`} title={what}>
          {what}, {countOf(lines.length, 'place')} to mend
        </span>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="Close" onClick={close}>
          <IconX size={14} />
        </ActionIcon>
      </header>
      <ul className={classes.lines}>
        {lines.map(({ at, message }) => (
          <li key={`${at} ${message}`} className={classes.line}>
            {at !== '' && <span className={`mono ${classes.at}`}>{at}</span>}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
