import { z } from 'zod';
import { Conflict, Unavailable } from '../../model/base/problems.ts';
import { apiAddress, type LessonStep, type Shown, type ShownCall } from '../../model/lessons/lesson.ts';
import { userOf } from '../../services/kernel/actor.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const ById = z.object({ id: z.string().max(100) });

/** Lessons that check themselves. Answers of questions never reach the window before they are given. */
export const lessonsRouter = router({
  list: procedure.query(({ ctx: { services, actor } }) => services.lessons.list(actor)),

  /** Returns a lesson with its steps, as a panel shows it. */
  get: procedure.input(ById).query(async ({ ctx: { services, actor }, input }) => {
    const { lesson, ...state } = await services.lessons.get(actor, input.id);
    const { id, title, minutes, introduction } = lesson;
    return {
      ...{ id, title, minutes, introduction, ...state },
      steps: lesson.steps.map((step) => stepView(services, step)),
    };
  }),

  start: procedure
    .input(ById)
    .mutation(change(({ ctx: { services, actor }, input }) => services.lessons.start(actor, input.id))),

  /** Restores the state in which the lesson began. At home its id has to be typed. */
  startOver: procedure
    .input(ById.extend({ typed: z.string() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.lessons.startOver(actor, input.id, input.typed),
      ),
    ),

  answer: procedure
    .input(ById.extend({ choice: z.string() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) => services.lessons.answer(actor, input.id, input.choice)),
    ),

  confirm: procedure
    .input(ById)
    .mutation(change(({ ctx: { services, actor }, input }) => services.lessons.confirm(actor, input.id))),

  /** Says line by line what “Show me” will do. */
  previewShow: procedure.input(ById).query(async ({ ctx: { services, actor }, input }) => {
    const { items, answer } = await services.lessons.shown(actor, input.id);
    return { lines: items.map(describeShown), answersQuestion: answer !== null };
  }),

  /** Does the present step: its requests as the caller, by HTTP like those of any client. */
  show: procedure.input(ById).mutation(
    change(async ({ ctx, input }) => {
      const { services, actor } = ctx;
      const { items, answer } = await services.lessons.shown(actor, input.id);
      for (const item of items) {
        if (item.call) await send(ctx, item.call);
        else services.lessons.switchFor(actor, item);
      }
      if (answer !== null) await services.lessons.answer(actor, input.id, answer);
    }),
  ),
});

function stepView(services: DeskContext['services'], { title, body, check, hint, show }: LessonStep) {
  const { question, page } = check ?? {};
  return {
    ...{ title, body },
    hint: hint ?? null,
    question: question ? { text: question.text, choices: question.choices } : null,
    /** A page of documentation that the step is about. */
    page: page ? services.lessons.pageUrl(page.project, page.path) : null,
    /** Whether the person says that it is done. */
    isManual: check === undefined,
    needsLog: check?.request !== undefined,
    canShow: show.length > 0 || question !== undefined,
  };
}

function describeShown({ call, script, fault }: Shown): string {
  if (script) return `Let the script ${script.name} play the builds of ${script.project}`;
  if (fault) return `Add the fault “${fault.name}” until the lesson ends`;
  if (!call) return '';
  const times = call.times > 1 ? `, ${call.times} times` : '';
  return `${call.method} ${apiAddress(call.path) ?? ''}${times}`;
}

async function send({ services, actor, environment }: DeskContext, call: ShownCall): Promise<void> {
  const path = apiAddress(call.path);
  const host = URL.parse(environment.url() ?? '')?.host;
  const user = userOf(actor)?.username;
  if (path === undefined || host === undefined) throw new Unavailable('The server is not running.');
  if (user === undefined) throw new Conflict('Enter your name on the start page first.');
  for (let count = 0; count < call.times; count += 1) {
    const status = await environment.sendRequest({
      ...{ method: call.method, path, host },
      headers: {
        'user-agent': 'Lectern lesson',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Replay ${services.replays.keyFor(actor, user)}`,
      },
      body: call.body === undefined ? '' : JSON.stringify(call.body),
    });
    const isExpected = call.expect === undefined ? status < 400 : status === call.expect;
    if (!isExpected)
      throw new Conflict(
        `${call.method} ${path} was answered with ${status}. Do the step yourself, or start over.`,
      );
  }
}
