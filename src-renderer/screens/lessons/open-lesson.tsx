import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDots, IconRefresh, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { LessonStepItem } from './lesson-step.tsx';
import classes from './lessons.module.css';
import type { OpenedLesson } from './opened-lesson.ts';

// The renderer of Markdown is large, and only lessons need it.
const Markdown = lazy(() => import('./markdown.tsx').then(({ Markdown }) => ({ default: Markdown })));

type Props = {
  readonly id: string;
  readonly show: (id: string | null) => void;
  readonly close: () => void;
};

/** Shows one lesson: what it is about, its steps, and how far it is. */
export function OpenLesson({ id, show, close }: Props) {
  const { data: lesson, error } = useQuery(desk.lessons.get.queryOptions({ id }));
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const withUrl = (text: string) => text.replaceAll('{{url}}', state?.url ?? '');
  return (
    <>
      <header className={classes.header}>
        <ActionIcon variant="subtle" size={28} aria-label="All lessons" onClick={() => show(null)}>
          <IconArrowLeft size={16} stroke={1.75} />
        </ActionIcon>
        <h2 className={classes.title} title={lesson?.title}>
          {lesson?.title ?? 'Lesson'}
        </h2>
        {lesson?.isStarted && <LessonMenu lesson={lesson} />}
        <ActionIcon variant="subtle" size={28} aria-label="Close lessons" onClick={close}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-label="Lesson">
        {error && !lesson && (
          <EmptyState title="This lesson cannot be shown">{problemOf(error).message}</EmptyState>
        )}
        {!error && !lesson && <Skeleton height={160} />}
        {lesson && (
          <Suspense fallback={<Skeleton height={160} />}>
            {!lesson.isStarted && <Markdown text={withUrl(lesson.introduction)} />}
            {!lesson.isStarted && <StartLesson lesson={lesson} />}
            <ol className={classes.steps}>
              {lesson.steps.map((step, index) => (
                <LessonStepItem
                  key={step.title}
                  lesson={lesson}
                  step={step}
                  number={index + 1}
                  markdown={(text) => <Markdown text={withUrl(text)} />}
                />
              ))}
            </ol>
            {lesson.isStarted && lesson.done === lesson.steps.length && (
              <LessonEnd lesson={lesson} show={show} />
            )}
          </Suspense>
        )}
      </section>
    </>
  );
}

function StartLesson({ lesson: { id, minutes, adds } }: { readonly lesson: OpenedLesson }) {
  const start = useMutation(desk.lessons.start.mutationOptions({ onError: notifyError }));
  return (
    <div className={classes.start}>
      <Button loading={start.isPending} onClick={() => start.mutate({ id })}>
        Start
      </Button>
      <span className="meta">
        {minutes} minutes.{adds.length > 0 && ` Adds the project ${adds.join(', ')}.`}
      </span>
    </div>
  );
}

function LessonMenu({ lesson }: { readonly lesson: OpenedLesson }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size={28} aria-label="Lesson actions">
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          onClick={() => startOver(lesson)}
        >
          Start over…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function startOver({ id, title, isHome }: OpenedLesson): void {
  confirm({
    title: `Start “${title}” over`,
    confirmLabel: 'Start over',
    ...(isHome && { requiredText: id }),
    body: 'All data goes back to the state in which the lesson began. The state of now is kept as a snapshot first.',
    run: async () => {
      const answer = await deskClient.lessons.startOver.mutate({ id, typed: isHome ? id : '' });
      notify(`Started over; the state before is ${answer.answer.safetyCopy ?? 'not kept'}`);
      return answer;
    },
  });
}

type EndProps = { readonly lesson: OpenedLesson; readonly show: (id: string | null) => void };

function LessonEnd({ lesson: { next }, show }: EndProps) {
  return (
    <section className={classes.end} aria-label="Lesson done">
      <b>Done</b>
      {next ? (
        <Button
          rightSection={<IconArrowRight size={14} stroke={1.75} aria-hidden />}
          onClick={() => show(next.id)}
        >
          Next: {next.title}
        </Button>
      ) : (
        <Button variant="default" onClick={() => show(null)}>
          All lessons
        </Button>
      )}
    </section>
  );
}
