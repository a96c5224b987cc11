import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { StepState } from '../../model/sync/plan.ts';
import type { StepRecord } from '../../model/sync/sync-run.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** What was asked for, or taken back. */
export type BuildRequest = { readonly remote: string; readonly project: string; readonly version: string };

/** Creates what asks for builds on the service: the next push starts them, and nothing repeats one by itself. */
export function createBuildRequests({ store, access, changes, clock }: ServiceContext) {
  /** Finds the link of a version that the service has. @throws NotFound @throws Conflict */
  function linkOf(actor: Actor, projectSlug: string, versionSlug: string) {
    access.requireOperator(actor);
    const project = access.maintained(actor, projectSlug);
    const version = store.versions.bySlug(project.id, versionSlug);
    if (!version) throw new NotFound(`${projectSlug} has no version ${versionSlug}.`);
    const link = store.sync.links.byLocal('version', version.id);
    const remote = link && store.sync.remotes.byId(link.remoteId);
    if (!link || !remote || link.remoteKey === null)
      throw new Conflict(
        `${versionSlug} of ${projectSlug} is not linked with a version on a service. Pull first.`,
      );
    return { project, version, link, remote };
  }

  function record(
    actor: Actor,
    action: 'sync.request-build' | 'sync.drop-build-request',
    { project, version, remote }: ReturnType<typeof linkOf>,
  ): BuildRequest {
    const fields = { remote: remote.name, project: project.slug, version: version.slug };
    changes.record(actor, {
      ...{ action, subjectId: version.id, projectId: project.id },
      after: { slug: version.slug, remote: remote.name, project: project.slug },
    });
    return fields;
  }

  return {
    /**
     * Asks for a build of an active version on the service; the next push starts it. Asking again is also how a person
     * repeats one whose answer never came. @throws Forbidden @throws NotFound @throws Conflict
     */
    requestBuild(actor: Actor, projectSlug: string, versionSlug: string): BuildRequest {
      return store.change(() => {
        const found = linkOf(actor, projectSlug, versionSlug);
        if (!found.version.active || found.link.base?.active !== true)
          throw new Conflict(
            `${versionSlug} of ${projectSlug} is not active on ${found.remote.name}. Activate it and push: that builds it.`,
          );
        if (store.sync.requests.stateOf(found.link.id) === 'wanted')
          throw new Conflict(`A build of ${versionSlug} is asked for already. Push starts it.`);
        store.sync.requests.put(found.link.id, 'wanted', clock());
        return record(actor, 'sync.request-build', found);
      });
    },

    /** Takes back what was asked for. @throws Forbidden @throws NotFound @throws Conflict when nothing was */
    dropBuildRequest(actor: Actor, projectSlug: string, versionSlug: string): BuildRequest {
      return store.change(() => {
        const found = linkOf(actor, projectSlug, versionSlug);
        if (store.sync.requests.stateOf(found.link.id) === undefined)
          throw new Conflict(`No build of ${versionSlug} was asked for.`);
        store.sync.requests.remove(found.link.id);
        return record(actor, 'sync.drop-build-request', found);
      });
    },

    /** Whether the build of a step is still asked for. @throws Forbidden */
    isBuildWanted(actor: Actor, { step }: StepRecord): boolean {
      access.requireOperator(actor);
      return store.sync.requests.stateOf(step.linkId ?? 0) === 'wanted';
    },

    /**
     * Stores the state of a step that starts a build, and of its request with it: from the moment it is sent it counts as
     * sent without an answer, so that no crash repeats it. @throws Forbidden @throws NotFound
     */
    markBuild(actor: Actor, runId: number, number: number, state: StepState, answer?: string): void {
      access.requireOperator(actor);
      store.change(() => {
        const found = store.sync.runs.step(runId, number);
        if (!found) throw new NotFound('The run has no such step.');
        const { linkId, key, project, projectLink } = found.step;
        store.sync.runs.setStep({ runId, number, state, answer: answer ?? null });
        const link = store.sync.links.byId(projectLink);
        if (linkId === null || !link || store.sync.requests.stateOf(linkId) === undefined) return;
        if (state === 'confirmed') store.sync.requests.remove(linkId);
        else
          store.sync.requests.put(
            linkId,
            state === 'sent' || state === 'uncertain' ? 'uncertain' : 'wanted',
            clock(),
          );
        const remote = store.sync.remotes.byId(link.remoteId)?.name ?? '';
        changes.record(actor, {
          ...{ action: 'sync.push', subjectId: link.localId, projectId: link.localId },
          ...{ before: { slug: project, links: [] } },
          after: { slug: project, remote, made: [], kind: 'build', key, did: 'create' },
        });
      });
    },
  };
}
