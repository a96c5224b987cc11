import { Button, VisuallyHidden } from '@mantine/core';
import {
  IconBulb,
  IconCircle,
  IconCircleCheckFilled,
  IconExternalLink,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './lessons.module.css';
import type { OpenedLesson } from './opened-lesson.ts';
import { Question } from './question.tsx';
import { ShowMe } from './show-me.tsx';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Step = OpenedLesson['steps'][number];
type Props = {
  readonly lesson: OpenedLesson;
  readonly step: Step;
  readonly number: number;
  readonly markdown: (text: string) => ReactNode;
};

/** Shows a step: the present one open, those that are done with a tick. */
export function LessonStepItem({ lesson, step, number, markdown }: Props) {
  const isDone = number <= lesson.done;
  const isPresent = lesson.isStarted && number === lesson.done + 1;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isPresent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isPresent]);
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li
      ref={item}
      className={classes.step}
      data-present={isPresent || undefined}
      aria-current={isPresent ? 'step' : undefined}
    >
      <button
        type="button"
        className={classes.stepTitle}
        disabled={!isDone}
        aria-expanded={isPresent || isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <Icon size={16} stroke={1.75} className={isDone ? classes.done : classes.undone} aria-hidden />
        <span>
          {number}. {step.title}
        </span>
        {isDone && <VisuallyHidden>done</VisuallyHidden>}
      </button>
      {(isPresent || (isDone && isUnfolded)) && (
        <div className={classes.stepBody}>
          {markdown(step.body)}
          {isPresent && <StepActions lesson={lesson} step={step} markdown={markdown} />}
        </div>
      )}
    </li>
  );
}

function StepActions({ lesson, step, markdown }: Omit<Props, 'number'>) {
  const { id, isHome, isLogging } = lesson;
  const confirmStep = useMutation(desk.lessons.confirm.mutationOptions({ onError: notifyError }));
  const [isHinted, setIsHinted] = useState(false);
  const { page, hint } = step;
  return (
    <>
      {step.question && <Question lesson={id} question={step.question} />}
      {step.needsLog && !isLogging && (
        <p className="warn">
          Requests are not logged, so this step cannot tick. Turn on “Log requests” in Requests.
        </p>
      )}
      {isHinted && hint !== null && <div className={classes.hint}>{markdown(hint)}</div>}
      <div className={classes.actions}>
        {step.isManual && (
          <Button
            size="compact-sm"
            loading={confirmStep.isPending}
            onClick={() => confirmStep.mutate({ id })}
          >
            Done
          </Button>
        )}
        {page !== null && (
          <Button
            component="a"
            href={page}
            target="_blank"
            rel="noreferrer"
            size="compact-sm"
            variant="default"
            leftSection={<IconExternalLink {...ICON} />}
          >
            Open page
          </Button>
        )}
        {hint !== null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconBulb {...ICON} />}
            aria-expanded={isHinted}
            onClick={() => setIsHinted(!isHinted)}
          >
            Hint
          </Button>
        )}
        {step.canShow && <ShowMe lesson={id} isHome={isHome} icon={<IconPlayerPlay {...ICON} />} />}
      </div>
    </>
  );
}
