/** Question with two answers for the system's dialog. */
export type Question = {
  readonly type: 'question';
  readonly message: string;
  readonly detail: string;
  /** The first one quits. */
  readonly buttons: string[];
  readonly defaultId: number;
  readonly cancelId: number;
};

/** Index of the answer that quits. */
export const QUIT = 0;

/** Words the question whether to quit while builds run; undefined when none runs. */
export function quitQuestion(running: number): Question | undefined {
  if (running === 0) return undefined;
  const isSingle = running === 1;
  return {
    type: 'question',
    message: `${runningBuildsText(running)}. Quit and end ${isSingle ? 'it' : 'them'}?`,
    detail: `${isSingle ? 'It counts' : 'They count'} as failed and can be retried. Pages that are served stay as they are.`,
    buttons: ['Quit', 'Keep building'],
    defaultId: 1,
    cancelId: 1,
  };
}

/** Words the number of running builds for tray and dialogs: `1 build is running`. */
export function runningBuildsText(running: number): string {
  return running === 1 ? '1 build is running' : `${running} builds are running`;
}
