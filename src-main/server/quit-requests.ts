import { type Question, quitQuestion } from '../windows/quit-question.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';

/** Requests to quit, by who makes them. */
export type QuitRequests = {
  /** Handles a person's request: asks when builds run; ends at once when everything is closing already. */
  readonly fromPerson: () => void;
  /** Handles Electron's `before-quit`: signals come this way, and on macOS the Dock's Quit. */
  readonly fromElectron: () => void;
  /** Handles the end of the machine or of its session: closes in order and asks nothing. */
  readonly fromSystem: () => void;
};

type QuitOptions = {
  /** How many builds run now. */
  readonly running: () => number;
  /** Shows a question; returns whether the answer is to quit. */
  readonly ask: (question: Question) => Promise<boolean>;
  readonly shutdown: GracefulShutdown;
  readonly platform: NodeJS.Platform;
};

/** Decides which request to quit asks first, which closes in order and which ends at once. */
export function createQuitRequests({ running, ask, shutdown, platform }: QuitOptions): QuitRequests {
  let isAsking = false;

  /** Waits for the answer without a limit. */
  function quitUnlessRefused(): void {
    if (shutdown.isStarted()) return;
    const question = quitQuestion(running());
    if (!question) shutdown.request();
    if (!question || isAsking) return;
    isAsking = true;
    void ask(question)
      .then((quits) => quits && shutdown.request())
      .finally(() => {
        isAsking = false;
      });
  }

  return {
    fromPerson() {
      if (shutdown.isStarted()) shutdown.force();
      else quitUnlessRefused();
    },
    fromElectron() {
      // Elsewhere nobody may be there to answer: the request is a signal.
      if (platform === 'darwin') quitUnlessRefused();
      else shutdown.request();
    },
    fromSystem: () => shutdown.request(),
  };
}
