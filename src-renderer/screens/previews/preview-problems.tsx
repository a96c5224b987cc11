import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Preview, PreviewProblem } from '../../../src-server/model/previews/preview.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import classes from './previews.module.css';
import type { PreviewActions } from './use-preview-actions.ts';

type Props = {
  readonly preview: Preview;
  readonly hasEditor: boolean;
  readonly actions: PreviewActions;
  /** The problem that a page of the preview led to; null for none. */
  readonly chosen: number | null;
};

/**
 * Lists what the last build says is wrong. A page that leads here only puts the focus on a button: a program starts when
 * the person presses it.
 */
export function PreviewProblems({ preview, hasEditor, actions, chosen }: Props) {
  const { problems } = preview;
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems">
      {problems.map((problem) => (
        <Problem
          key={problem.id}
          problem={problem}
          isChosen={problem.id === chosen}
          openEditor={hasEditor ? () => actions.openEditor(preview.id, problem.id) : undefined}
        />
      ))}
    </ul>
  );
}

type ProblemProps = {
  readonly problem: PreviewProblem;
  readonly isChosen: boolean;
  readonly openEditor: (() => void) | undefined;
};

function Problem({ problem: { severity, file, line, message }, isChosen, openEditor }: ProblemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) item.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [isChosen]);
  return (
    <li ref={item} aria-current={isChosen || undefined}>
      <Chip tone={severity === 'error' ? 'failed' : 'warn'}>
        {severity === 'error' ? 'Error' : 'Warning'}
      </Chip>
      <div className={classes.problem}>
        {file !== null && <code>{line === null ? file : `${file}:${line}`}</code>}
        <span>{message}</span>
      </div>
      {file !== null && openEditor && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
          onClick={openEditor}
        >
          Open in editor
        </Button>
      )}
      {file !== null && !openEditor && <Link href="/settings/builds">Name your editor</Link>}
    </li>
  );
}
