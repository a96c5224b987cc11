import { NotFound } from '../../model/base/problems.ts';
import { POSITION } from '../../model/sync/differences.ts';
import type { Link, RemoteObject } from '../../model/sync/link.ts';
import { mergeAnswer, mergeFields } from '../../model/sync/merge.ts';
import { objectKindOf, type Step, type StepState } from '../../model/sync/plan.ts';
import { sameOrder } from '../../model/sync/redirect-order.ts';
import {
  type Fields,
  pickFields,
  pulledFields,
  REDIRECT_ORDER,
  VALUE_AT,
} from '../../model/sync/sync-fields.ts';
import type { StepRecord } from '../../model/sync/sync-run.ts';
import { openValue } from '../../vault/data-key.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { sealContext } from '../variables/environment-variables.ts';
import { createKeepSubproject } from './apply/keep-subproject.ts';
import { createMergeProject } from './apply/merge-project.ts';
import { createLinkLog, type LinkHistory } from './rows/link-log.ts';
import { readObject, readRows } from './rows/local-projects.ts';
import { createRowWrites } from './rows/row-writes.ts';
import { createTakeFields } from './rows/take-fields.ts';
import { type UsableObject, usableObject } from './rows/usable-fields.ts';
import { checkDeletion, checkUpdate, isSameObject } from './step-checks.ts';

/** Links of the object of a step, if it has one, and of its project. */
export type StepTarget = { readonly link: Link | null; readonly project: Link };

/** What was read after a step. */
export type ConfirmOptions = {
  /** Whether it was there before this run, and was not sent by it. */
  readonly adopted?: boolean;
  /** All redirects of the project there, in their order. */
  readonly order?: readonly number[] | undefined;
};

const CHANGED_THERE =
  'It was changed on the service meanwhile. Nothing was sent. Resolve the conflict, then push again.';
const GONE_THERE = 'It is gone on the service. Nothing was sent. Resolve the conflict, then push again.';

/** Creates what stores the steps of a push: each call stores the state of one step and moves what was agreed. */
export function createPushSteps(context: ServiceContext, secrets: Pick<Secrets, 'dataKey'>) {
  const { store, access, changes, clock } = context;
  const merging = createMergeProject(context, createRowWrites(context));
  const takeFields = createTakeFields(context);
  const keepSubproject = createKeepSubproject(context);

  function recordOf(actor: Actor, runId: number, number: number): StepRecord {
    access.requireOperator(actor);
    const record = store.sync.runs.step(runId, number);
    if (!record) throw new NotFound('The run has no such step.');
    return record;
  }

  function target(actor: Actor, step: Step): StepTarget {
    access.requireOperator(actor);
    const project = store.sync.links.byId(step.projectLink);
    if (!project) throw new NotFound(`${step.project} is no longer linked. Nothing was sent.`);
    const own =
      step.kind === 'project' ? project : store.sync.links.byLocal(objectKindOf(step), step.localId);
    return {
      project,
      link: own ?? (step.linkId === null ? null : (store.sync.links.byId(step.linkId) ?? null)),
    };
  }

  function mark({ runId, number }: StepRecord, state: StepState, answer: string | null = null): void {
    store.sync.runs.setStep({ runId, number, state, answer });
  }

  function usableFor(project: Link, object: RemoteObject): UsableObject {
    const service = store.sync.remotes.byId(project.remoteId)?.kind ?? 'community';
    return usableObject(object, service) ?? { ...object, fields: {}, unusable: Object.keys(object.fields) };
  }

  /** Merges what was found there instead, as a pull does; nothing was sent. */
  function keepFound(actor: Actor, project: Link, link: Link, there: UsableObject | null): void {
    const log = createLinkLog(store);
    const rows = readRows(store, project.localId);
    if (!there) log.update(link, { ...link, deletedThere: true });
    else if (rows && there.kind !== 'subproject') {
      const service = store.sync.remotes.byId(project.remoteId)?.kind ?? 'community';
      const links = store.sync.links.ofProject(project.id);
      const tools = { log, service, projectLink: project, links, mayDelete: false, now: clock(), notes: [] };
      merging.mergeOne({ ...tools, count: () => {} }, actor, rows, there, project);
    } else keepSubproject(actor, log, link, there);
    if (log.hasChanged()) record(actor, project, { found: link.kind }, log.history());
  }

  function record(
    actor: Actor,
    project: Link,
    after: Fields,
    { links, made }: LinkHistory = { links: [], made: [] },
  ): void {
    const slug = store.projects.byId(project.localId)?.project.slug ?? project.address;
    const remote = store.sync.remotes.byId(project.remoteId)?.name ?? '';
    changes.record(actor, {
      ...{ action: 'sync.push', subjectId: project.localId, projectId: project.localId },
      ...{ before: { slug, links }, after: { slug, remote, made, ...after } },
    });
  }

  function conflict(
    actor: Actor,
    step: StepRecord,
    { project, link }: StepTarget,
    there: UsableObject | null,
  ) {
    if (link) keepFound(actor, project, link, there);
    mark(step, 'refused', there ? CHANGED_THERE : GONE_THERE);
    return 'conflict' as const;
  }

  function confirm(
    actor: Actor,
    step: StepRecord,
    { project, link }: StepTarget,
    after: UsableObject,
    { adopted = false }: ConfirmOptions,
  ): 'confirmed' | 'ignored' {
    const { localId } = step.step;
    const kind = objectKindOf(step.step);
    const log = createLinkLog(store);
    const local = readObject(store, kind, localId, project.remoteId)?.fields ?? {};
    const { [POSITION]: _, ...sent } = step.step.to ?? {};
    const state = link ?? { base: null, theirs: null, ignored: {} };
    const answer = adopted
      ? { ...mergeFields({ base: null, local, remote: after.fields }), ignored: {} }
      : mergeAnswer({ link: state, local, sent, remote: after.fields });
    // The value of a variable that this run did not send is still to be sent.
    const base = adopted && kind === 'variable' ? { ...answer.base, [VALUE_AT]: null } : answer.base;
    const service = store.sync.remotes.byId(project.remoteId)?.kind ?? 'community';
    const take = pickFields(answer.take, pulledFields(kind, service));
    takeFields(actor, { kind, localId, local, take, projectLink: project.id });
    const { key: remoteKey, address, shown } = after;
    const next = {
      ...{ remoteKey, address, shown, base, theirs: answer.theirs, ignored: answer.ignored },
      ...{ deletedThere: false, seenAt: clock() },
    };
    // Deleted on both sides before it was made again: the service may give it the key that it had.
    const old = store.sync.links.byKey(project.remoteId, kind, remoteKey);
    const isFree = old && !readObject(store, kind, old.localId, project.remoteId);
    const known = link ?? (isFree ? old : undefined);
    if (known) log.update(known, { ...known, localId, ...next });
    else log.insert({ remoteId: project.remoteId, kind, localId, projectLink: project.id, ...next });
    record(actor, project, { kind, key: step.step.key, did: step.step.action }, log.history());
    if (kind === 'project' && link?.remoteKey === null) noteCreated(project.remoteId, after);
    const isIgnored = Object.keys(sent).some((name) => name in answer.ignored);
    mark(step, isIgnored ? 'ignored' : 'confirmed', isIgnored ? ignoredSentence(sent, answer.ignored) : null);
    return isIgnored ? 'ignored' : 'confirmed';
  }

  /** A project that was created there is one of the account's from now on. */
  function noteCreated(remoteId: number, { key, address, fields }: UsableObject): void {
    const name = typeof fields.name === 'string' ? fields.name : address;
    store.sync.projects.see({ remoteId, key, slug: address, name, parent: null, translationOf: null });
    store.sync.projects.choose({ remoteId, key, chosen: true, localSlug: null, linksExisting: false });
  }

  /** Moves the agreed order by what this run did itself; what somebody else moved meanwhile stays a difference. */
  function moveOrder(projectLink: number, order: readonly number[] | undefined): void {
    const link = order && store.sync.links.byId(projectLink);
    const agreed = link?.base?.[REDIRECT_ORDER];
    if (!link || !Array.isArray(agreed) || !sameOrder(agreed as readonly number[], order)) return;
    store.sync.links.update({ ...link, base: { ...link.base, [REDIRECT_ORDER]: [...order] } });
  }

  return {
    target,

    /**
     * Compares a step with what the service has now: `send` it, or it has ended: there already, or in conflict.
     * @throws Forbidden @throws NotFound
     */
    checkStep(
      actor: Actor,
      runId: number,
      number: number,
      there: RemoteObject | null,
    ): 'send' | 'agreed' | 'conflict' {
      return store.change(() => {
        const found = recordOf(actor, runId, number);
        const { step } = found;
        const of = target(actor, step);
        const object = there && usableFor(of.project, there);
        const { link } = of;
        if (step.action === 'create' && link?.remoteKey == null) return 'send';
        if (step.action === 'delete' && (!object || !link)) {
          if (link) store.sync.links.remove(link.id);
          record(actor, of.project, { kind: step.kind, key: step.key, did: step.action });
          mark(found, 'confirmed');
          return 'agreed';
        }
        if (!link || !object) return conflict(actor, found, of, object);
        if (step.action === 'create') {
          mark(found, 'confirmed');
          return 'agreed';
        }
        const verdict =
          step.action === 'delete' ? checkDeletion(link, object) : checkUpdate(step, link, object);
        if (verdict === 'conflict') return conflict(actor, found, of, object);
        if (verdict === 'agreed') confirm(actor, found, of, object, {});
        return verdict;
      });
    },

    /**
     * Finds an object that a create step would make twice: equal, and linked with nothing. @throws Forbidden @throws NotFound
     */
    adoptable(
      actor: Actor,
      runId: number,
      number: number,
      listed: readonly RemoteObject[],
    ): RemoteObject | undefined {
      const { step } = recordOf(actor, runId, number);
      const { project } = target(actor, step);
      return listed.find((object) => {
        if (object.kind !== step.kind || !isSameObject(step, usableFor(project, object))) return false;
        const link = store.sync.links.byKey(project.remoteId, object.kind, object.key);
        return link === undefined || link.localId === step.localId;
      });
    },

    /** Stores what is known about a step that has not been read again. @throws Forbidden @throws NotFound */
    markStep(actor: Actor, runId: number, number: number, state: StepState, answer?: string): void {
      store.change(() => mark(recordOf(actor, runId, number), state, answer ?? null));
    },

    /**
     * Stores what the service has after a step: fields that were sent move what was agreed, the others merge as in a
     * pull. `after` is null after a deletion. @throws Forbidden @throws NotFound
     */
    confirmStep(
      actor: Actor,
      runId: number,
      number: number,
      after: RemoteObject | null,
      options: ConfirmOptions = {},
    ): 'confirmed' | 'ignored' {
      return store.change(() => {
        const found = recordOf(actor, runId, number);
        const of = target(actor, found.step);
        if (!after) {
          if (of.link) store.sync.links.remove(of.link.id);
          record(actor, of.project, { kind: found.step.kind, key: found.step.key, did: found.step.action });
          mark(found, 'confirmed');
        }
        const state = after ? confirm(actor, found, of, usableFor(of.project, after), options) : 'confirmed';
        moveOrder(of.project.id, options.order);
        return state;
      });
    },

    /** Returns the step of an earlier run on this object that was given up with its outcome unknown. @throws Forbidden */
    givenUp(actor: Actor, runId: number, linkId: number): Step | undefined {
      access.requireOperator(actor);
      return store.sync.runs.uncertain(linkId, runId)?.step;
    },

    /** Returns the value of a variable, to be sent alone; undefined when it has none here. @throws Forbidden @throws Unavailable */
    async variableValue(actor: Actor, localId: number): Promise<string | undefined> {
      access.requireOperator(actor);
      const variable = store.environmentVariables.byId(localId);
      const sealed = store.environmentVariables.sealedById(localId);
      if (!variable || !sealed) return undefined;
      return openValue(await secrets.dataKey(), sealContext(variable.projectId, variable.name), sealed);
    },
  };
}

function ignoredSentence(sent: Fields, ignored: Fields): string {
  const names = Object.keys(sent).filter((name) => name in ignored);
  return `The service did not take ${names.join(', ')}.`;
}
