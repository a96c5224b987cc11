/** A question with two answers, as the system's dialog takes it. */
export type Question = {
  readonly type: 'question';
  readonly message: string;
  readonly detail: string;
  /** The first one does it. */
  readonly buttons: string[];
  readonly defaultId: number;
  readonly cancelId: number;
};

/** The answer that quits. */
export const QUIT = 0;

/** Asks whether to quit although builds run; undefined where none does and nothing is to be asked. */
export function quitQuestion(running: number): Question | undefined {
  if (running === 0) return undefined;
  const isSingle = running === 1;
  return {
    type: 'question',
    message: `${runningBuildsText(running)}. Quit and end ${isSingle ? 'it' : 'them'}?`,
    detail: `${isSingle ? 'It counts' : 'They count'} as failed and can be retried. Pages that are served stay as they are.`,
    buttons: ['Quit', 'Go on building'],
    defaultId: 1,
    cancelId: 1,
  };
}

/** What runs, as tray and dialogs say it: `1 build is running`. */
export function runningBuildsText(running: number): string {
  return running === 1 ? '1 build is running' : `${running} builds are running`;
}
