import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { createApplyProject } from './apply/apply-project.ts';
import { createApplyRelations } from './apply/apply-relations.ts';
import { createBuildRequests } from './build-requests.ts';
import { createConflicts } from './conflicts.ts';
import { createCreations } from './creations.ts';
import { createLinkReads } from './link-reads.ts';
import { createOutgoing } from './outgoing.ts';
import { createPushSteps } from './push-steps.ts';
import type { RemotesService } from './remotes.ts';
import { createRunLog } from './run-log.ts';

/** Creates the service of sync with remotes: what pulls write, what pushes send and store, and how runs went. */
export function createSync(
  context: ServiceContext,
  secrets: Secrets,
  remotes: Pick<RemotesService, 'isOutdated'>,
) {
  const { applyProject } = createApplyProject(context);
  return {
    applyProject,
    ...createApplyRelations(context),
    ...createOutgoing(context),
    ...createBuildRequests(context),
    ...createConflicts(context),
    ...createCreations(context),
    ...createLinkReads(context),
    ...createPushSteps(context, secrets),
    ...createRunLog(context, secrets, remotes.isOutdated),
  };
}

export type SyncService = ReturnType<typeof createSync>;
