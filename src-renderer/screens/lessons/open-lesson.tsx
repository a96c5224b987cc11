import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { LESSONS_HELP } from '../../features/handbook/help-for-screen.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { SidePanel, SidePanelBody } from '../../ui/feedback/side-panel.tsx';
import { pluralize } from '../../ui/format.ts';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { LessonStepItem } from './lesson-step.tsx';
import classes from './lessons.module.css';
import type { OpenedLesson } from './opened-lesson.ts';

// The renderer of Markdown is large, and only lessons need it.
const Markdown = lazyScreen(() => import('./markdown.tsx').then(({ Markdown }) => Markdown));

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
    <SidePanel
      title={lesson?.title ?? 'Lesson'}
      hint={lesson?.title}
      label="Lessons"
      place="window"
      before={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="All lessons"
          onClick={() => show(null)}
        >
          <IconArrowLeft size={16} stroke={1.75} />
        </ActionIcon>
      }
      actions={lesson?.isStarted && <LessonMenu lesson={lesson} />}
      help={LESSONS_HELP}
      closeLabel="Close lessons"
      close={close}
    >
      <SidePanelBody label="Lesson">
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
      </SidePanelBody>
    </SidePanel>
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
        Takes about {pluralize(minutes, 'minute')}.
        {adds.length > 0 && ` Adds ${adds.length === 1 ? 'the project' : 'the projects'} ${adds.join(', ')}.`}
      </span>
    </div>
  );
}

function LessonMenu({ lesson }: { readonly lesson: OpenedLesson }) {
  return (
    <MenuButton label="Lesson actions" isSubtle>
      <Menu.Item
        leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
        onClick={() => startOver(lesson)}
      >
        Start over…
      </Menu.Item>
    </MenuButton>
  );
}

function startOver({ id, title, isHome }: OpenedLesson): void {
  confirm({
    title: `Start “${title}” over`,
    confirmLabel: 'Start over',
    ...(isHome && { requiredText: id }),
    body: 'All data becomes what it was when the lesson began. The present state is kept as a snapshot first.',
    run: async () => {
      const answer = await deskClient.lessons.startOver.mutate({ id, typed: isHome ? id : '' });
      const { safetyCopy } = answer.answer;
      notify(safetyCopy === null ? 'Started over' : `Started over; the state before is ${safetyCopy}`);
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
