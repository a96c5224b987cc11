import type { Question } from './quit-question.ts';

/** Answer to the question what closing the window means. */
export type CloseAnswer = 'keep' | 'quit' | 'cancel';

const ANSWERS: readonly CloseAnswer[] = ['keep', 'quit', 'cancel'];

/** Words the question what closing means where no icon would show that the server goes on. @param host `127.0.0.1:8642` */
export function closeQuestion(host: string): Question {
  return {
    type: 'question',
    message: 'Keep the server running without a window?',
    detail: `This desktop shows no tray icons. Lectern goes on serving ${host} without a trace on the screen; start Lectern again to get its window back. The settings say what closing does.`,
    buttons: ['Keep serving', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: ANSWERS.indexOf('cancel'),
  };
}

/** Returns the answer of a button. */
export function closeAnswer(response: number): CloseAnswer {
  return ANSWERS[response] ?? 'cancel';
}
