import { Skeleton, Stack } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { LESSONS_HELP } from '../../features/handbook/help-for-screen.ts';
import { useLessonPanel } from '../../features/lessons/lesson-panel-state.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SidePanel, SidePanelBody } from '../../ui/feedback/side-panel.tsx';
import classes from './lessons.module.css';
import { OpenLesson } from './open-lesson.tsx';

type LessonRow = inferRouterOutputs<DeskRouter>['lessons']['list'][number];

/** Shows the lessons at the right of the window: their list, or the one that is open. */
export function LessonPanel() {
  const { lesson, show, close } = useLessonPanel();
  return lesson === null ? (
    <LessonList open={show} close={close} />
  ) : (
    <OpenLesson key={lesson} id={lesson} show={show} close={close} />
  );
}

type ListProps = { readonly open: (id: string) => void; readonly close: () => void };

function LessonList({ open, close }: ListProps) {
  const { data: lessons, error } = useQuery(desk.lessons.list.queryOptions());
  return (
    <SidePanel title="Lessons" place="window" help={LESSONS_HELP} closeLabel="Close lessons" close={close}>
      <SidePanelBody label="All lessons">
        <p className="dim">
          Each takes a few minutes. Steps tick themselves when they are done, in this window or in a terminal.
        </p>
        {error && <EmptyState title="Lessons cannot be shown">{problemOf(error).message}</EmptyState>}
        {!lessons && !error && (
          <Stack gap={16} mt={20}>
            {['70%', '82%', '58%', '76%', '64%'].map((width) => (
              <Skeleton key={width} height={14} width={width} />
            ))}
          </Stack>
        )}
        {lessons && (
          <ul className={classes.list}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                {lesson.problems.length > 0 ? (
                  <BrokenLesson lesson={lesson} />
                ) : (
                  <button type="button" className={classes.row} onClick={() => open(lesson.id)}>
                    <LessonIcon lesson={lesson} />
                    <span className="grow">{lesson.title}</span>
                    <span className="meta">{progressLabel(lesson)}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

function LessonIcon({ lesson: { isStarted, done, steps } }: { readonly lesson: LessonRow }) {
  if (isStarted && done === steps)
    return <IconCircleCheckFilled size={16} className={classes.done} aria-hidden />;
  const Icon = isStarted ? IconCircleDashed : IconCircle;
  return <Icon size={16} stroke={1.75} className={classes.undone} aria-hidden />;
}

function progressLabel({ isStarted, done, steps, minutes }: LessonRow): string {
  if (!isStarted) return `${minutes} min`;
  return done === steps ? 'Done' : `${done} of ${steps}`;
}

function BrokenLesson({ lesson: { id, problems } }: { readonly lesson: LessonRow }) {
  return (
    <section className={classes.broken} aria-label={`${id} has errors`}>
      <b>{id} cannot be taken</b>
      {problems.map(({ file, line, message }) => (
        <p key={`${line} ${message}`} className="meta">
          <span className="mono">
            {file}:{line}
          </span>{' '}
          {message}
        </p>
      ))}
    </section>
  );
}
