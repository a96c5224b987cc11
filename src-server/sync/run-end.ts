import { Problem } from '../model/base/problems.ts';
import type { SyncRun } from '../model/sync/sync-run.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { PullServices } from './pull/pull-services.ts';

/** How a run ended, or where it rests. */
export type RunEnd = {
  readonly state: 'done' | 'paused' | 'stopped' | 'failed';
  /** Sentence that says what happened, and what to do when it is not done. */
  readonly outcome: string;
};

const CUT = {
  pause: 'Paused. Resume it to go on.',
  close: 'Lectern was closed meanwhile. Resume it to go on.',
  stop: 'Stopped. What was done is kept.',
} as const;

/** Why a run was cut short; the reason of its signal. */
export class RunCut extends Problem {
  override readonly name = 'RunCut';
  readonly how: keyof typeof CUT;
  constructor(how: keyof typeof CUT) {
    super(CUT[how]);
    this.how = how;
  }
}

type Ending = {
  readonly services: { readonly sync: Pick<PullServices['sync'], 'pauseRun' | 'finishRun'> };
  readonly actor: Actor;
  readonly run: Pick<SyncRun, 'id'>;
};

/**
 * Carries out a run and stores how it ended. What the service or a person does pauses it, so that it can be resumed. An
 * error of Lectern itself ends it. @throws that error
 */
export async function endRun({ services, actor, run }: Ending, work: () => Promise<string>): Promise<RunEnd> {
  const finish = async (state: 'done' | 'stopped' | 'failed', outcome: string): Promise<RunEnd> => {
    await services.sync.finishRun(actor, run.id, state, outcome);
    return { state, outcome };
  };
  const pause = (outcome: string): RunEnd => {
    services.sync.pauseRun(actor, run.id, outcome);
    return { state: 'paused', outcome };
  };
  try {
    return await finish('done', await work());
  } catch (error) {
    if (error instanceof RunCut && error.how === 'stop') return finish('stopped', error.message);
    if (error instanceof Problem) return pause(error.message);
    await finish(
      'failed',
      'Lectern failed at this run; its log says where. What was done is kept. Pull again.',
    );
    throw error;
  }
}
