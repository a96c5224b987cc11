import type { Fields, SyncKind } from './sync-fields.ts';

/** One write of a push, as a person reviews it. */
export type Step = {
  /** Names the same difference on each call, and another one once the difference is another. */
  readonly id: string;
  readonly kind: SyncKind;
  /** What names the object within its project: slug, `from_url`, name or alias. */
  readonly key: string;
  /** Slug of the project here. */
  readonly project: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly from: Fields | null;
  readonly to: Fields | null;
  /** What happens beyond the fields, in sentences. */
  readonly effects: readonly string[];
  readonly reversible: boolean;
  /** null: not linked yet, to be created there. */
  readonly linkId: number | null;
  /** Row here; it may be gone. */
  readonly localId: number;
  /** Link of the project; that of a project itself for its own steps. */
  readonly projectLink: number;
};

export const STEP_STATES = ['planned', 'sent', 'confirmed', 'refused', 'ignored', 'uncertain'] as const;
/** What became of a step. `uncertain`: its answer never came; reading tells on resume. */
export type StepState = (typeof STEP_STATES)[number];
