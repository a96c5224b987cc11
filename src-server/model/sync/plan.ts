import type { Difference } from './differences.ts';
import { describeEffects } from './effects.ts';
import {
  canonicalJson,
  type Fields,
  REDIRECT_ORDER,
  STEP_KINDS,
  type StepKind,
  type SyncKind,
} from './sync-fields.ts';

/** One write of a push, as a person reviews it. */
export type Step = {
  /** Names the same difference on each call, and another one once the difference is another. */
  readonly id: string;
  readonly kind: StepKind;
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
  /** Sentence that says why it cannot be sent now; null when it can. */
  readonly blocked: string | null;
};

/** Returns the kind of the object that a step is about; a build is one of a version. */
export function objectKindOf({ kind }: Pick<Step, 'kind'>): SyncKind {
  return kind === 'build' ? 'version' : kind;
}

export const STEP_STATES = ['planned', 'sent', 'confirmed', 'refused', 'ignored', 'uncertain'] as const;
/** What became of a step. `uncertain`: its answer never came; reading tells on resume. */
export type StepState = (typeof STEP_STATES)[number];

/** The differences of one project, and what its steps say of it. */
export type ProjectDifferences = {
  readonly slug: string;
  readonly projectLink: number;
  readonly differences: readonly Difference[];
};

/**
 * Returns the steps of a push in the order in which they run (sync.md, "Push"): creations of projects, their fields,
 * versions, redirects, variables, subprojects, requested builds; project by project within each.
 */
export function planOf(projects: readonly ProjectDifferences[]): Step[] {
  const steps = projects.flatMap(({ slug, projectLink, differences }) =>
    differences.map((difference) => stepOf(difference, slug, projectLink)),
  );
  return steps.toSorted((a, b) => phaseOf(a) - phaseOf(b));
}

function stepOf(difference: Difference, project: string, projectLink: number): Step {
  const { kind, key, action, from, to, linkId, localId, blocked } = difference;
  const id = stepId(difference);
  return {
    ...{ id, kind, key, project, action, from, to },
    ...describeEffects(difference, project),
    ...{ linkId, localId, projectLink, blocked },
  };
}

/** Names a difference by its object and its values; the position of a new redirect moves with others. */
function stepId({ kind, action, from, to, linkId, localId }: Difference): string {
  const { position: _, ...fields } = to ?? {};
  const values = canonicalJson([action, from, to && fields]);
  return `${kind}-${linkId ?? `new-${localId}`}-${fingerprint(values)}`;
}

/** Returns a short text that differs for nearly all other texts (FNV-1a); nothing but equality is read from it. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/** Kinds of objects are sent in the order of `STEP_KINDS`; builds come last, so that they build what was sent. */
const ACTIONS_IN_ORDER: readonly Step['action'][] = ['delete', 'update', 'create'];

function phaseOf({ kind, action, to }: Step): number {
  // A project is created before anything is sent to it. Its redirects are put in order once all of them are there.
  if (kind === 'project' && action === 'create') return -1;
  const isOrder = kind === 'project' && to !== null && REDIRECT_ORDER in to;
  const phase = STEP_KINDS.indexOf(isOrder ? 'redirect' : kind) * 10;
  return phase + (isOrder ? 5 : ACTIONS_IN_ORDER.indexOf(action));
}
