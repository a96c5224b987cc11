import type { Question } from './quit-question.ts';

/** Answer to the question what closing the window means. */
export type CloseAnswer = 'keep' | 'quit' | 'cancel';

const ANSWERS: readonly CloseAnswer[] = ['keep', 'quit', 'cancel'];

/** Words the question what closing means where no icon would show that the server goes on. @param host `127.0.0.1:8642` */
export function closeQuestion(host: string): Question {
  return {
    type: 'question',
    message: 'Keep the server running without a window?',
    detail: `This desktop shows no tray icons, so nothing on the screen shows that Lectern still serves ${host}. To open its window again, start Lectern again. You can change what closing the window does in the settings.`,
    buttons: ['Keep serving', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: ANSWERS.indexOf('cancel'),
  };
}

/** Returns the answer of a button. */
export function closeAnswer(response: number): CloseAnswer {
  return ANSWERS[response] ?? 'cancel';
}
