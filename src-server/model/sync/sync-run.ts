import type { Timestamp } from '../base/timestamp.ts';
import type { Json } from '../builds/build.ts';
import type { Step, StepState } from './plan.ts';

export type SyncRunKind = 'pull' | 'push';
export type SyncRunState = 'running' | 'paused' | 'done' | 'failed' | 'stopped';

/** A pull or a push. A remote has at most one that is running or paused. */
export type SyncRun = {
  readonly id: number;
  readonly remoteId: number;
  readonly kind: SyncRunKind;
  /** Whether the pull asks for everything, not only for what can have changed. */
  readonly full: boolean;
  readonly state: SyncRunState;
  readonly plan: Json;
  /** Where to go on after a break. */
  readonly cursor: Json;
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly started: Timestamp;
  readonly ended: Timestamp | null;
  /** Sentence; null until it ends. */
  readonly outcome: string | null;
};

/** A step of a push with what became of it. */
export type StepRecord = {
  readonly runId: number;
  /** Place in the run, from 0. */
  readonly number: number;
  readonly step: Step;
  readonly state: StepState;
  /** Sentence about what the service answered. */
  readonly answer: string | null;
};
