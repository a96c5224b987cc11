import type { Clock } from '../../model/base/timestamp.ts';
import type { LocalProject } from '../../model/sync/differences.ts';
import type { Link, RemoteObject } from '../../model/sync/link.ts';
import type { Step, StepState } from '../../model/sync/plan.ts';
import type { RemoteKind } from '../../model/sync/remote.ts';
import type { StepRecord, SyncRun } from '../../model/sync/sync-run.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { ServiceClient } from '../client/service-client.ts';
import type { ServiceObjects } from './service-objects.ts';

/** What a confirmed step left there. */
export type ConfirmOptions = {
  /** Whether it was there before this run, and was not sent by it. */
  readonly adopted?: boolean;
  /** All redirects of the project, in their order. */
  readonly order?: readonly number[] | undefined;
};

/** What a push asks of the services. */
export type PushSync = {
  run(actor: Actor, runId: number): SyncRun & { readonly steps: readonly StepRecord[] };
  target(actor: Actor, step: Step): { readonly link: Link | null; readonly project: Link };
  localProject(actor: Actor, projectId: number): LocalProject;
  checkStep(
    actor: Actor,
    runId: number,
    number: number,
    there: RemoteObject | null,
  ): 'send' | 'agreed' | 'conflict';
  adoptable(
    actor: Actor,
    runId: number,
    number: number,
    listed: readonly RemoteObject[],
  ): RemoteObject | undefined;
  markStep(actor: Actor, runId: number, number: number, state: StepState, answer?: string): void;
  confirmStep(
    actor: Actor,
    runId: number,
    number: number,
    after: RemoteObject | null,
    options?: ConfirmOptions,
  ): 'confirmed' | 'ignored';
  givenUp(actor: Actor, runId: number, linkId: number): Step | undefined;
  isBuildWanted(actor: Actor, record: StepRecord): boolean;
  markBuild(actor: Actor, runId: number, number: number, state: StepState, answer?: string): void;
  variableValue(actor: Actor, localId: number): Promise<string | undefined>;
  noteCursor(actor: Actor, runId: number, cursor: null, counts: { readonly requests: number }): void;
  pauseRun(actor: Actor, runId: number, outcome: string): void;
  finishRun(
    actor: Actor,
    runId: number,
    state: 'done' | 'failed' | 'stopped',
    outcome: string,
  ): Promise<void>;
};

/** What a push is started with. */
export type PushInput = {
  readonly services: { readonly sync: PushSync };
  readonly actor: Actor;
  readonly client: ServiceClient;
  /** What the service is, which decides how its answers are read. */
  readonly service: RemoteKind;
  readonly clock: Clock;
};
/** What a push works with. */
export type PushContext = PushInput & { readonly objects: ServiceObjects };

/** One step that is being carried out. */
export type StepWork = PushContext & {
  readonly runId: number;
  readonly record: StepRecord;
  /** Links of the object, if it has one, and of its project. */
  readonly target: { readonly link: Link | null; readonly project: Link };
  /** Whether it was sent before, so that what is found there may be its own doing. */
  readonly wasSent: boolean;
};

/** What the service has for a step: the object, and the list that it belongs to. */
export type Sight = {
  /** null: there is none at its address. */
  readonly there: RemoteObject | null;
  readonly siblings: readonly RemoteObject[];
  /** Keys of all redirects of the project, as the service tries them; undefined for what has no order. */
  readonly order?: readonly number[];
};

/** What to do after looking: write, or nothing since the step has ended. */
export type Verdict = 'write' | 'ended';

/** How one kind of object is pushed. */
export type KindPush = {
  /** Reads what the service has now. */
  readonly look: (work: StepWork) => Promise<Sight>;
  /** Compares it with what the step expects; ends the step when there is nothing to send. */
  readonly check: (work: StepWork, sight: Sight) => Promise<Verdict>;
  /**
   * Sends the step, in one request or several, and calls `sent` once a part of it is done. Returns the object that it
   * created, or its id; null for another step.
   */
  readonly write: (work: StepWork, sight: Sight, sent: () => void) => Promise<RemoteObject | number | null>;
};

/** A step that is refused here, before anything is sent. The message says why and what to do. */
export class RefusedStep extends Error {
  override readonly name = 'RefusedStep';
}

/** Returns whether a step may have reached the service. */
export function mayBeSent(state: StepState): boolean {
  return state === 'sent' || state === 'uncertain';
}
