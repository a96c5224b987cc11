import { servicePath } from '../../client/service-address.ts';
import { ServiceFailure } from '../../client/service-failure.ts';
import type { StepWork } from '../push-context.ts';
import { pushVersion } from './push-version.ts';

const NO_ANSWER =
  'No answer came, so the build may have started. Look at the builds on the service; ask for it again if there is none.';
const NOT_WANTED = 'The request was taken back. Nothing was sent.';
const NOT_BUILT = 'The service does not build this project now; its page there says why.';

/**
 * Starts a build on the service, once: another trigger would cancel the first build. One without an answer stays uncertain
 * until a person asks again. @throws ServiceFailure when it surely was not sent; the step can be resumed then
 */
export async function startBuild(work: StepWork): Promise<void> {
  const { client, services, actor, runId, record, target, wasSent } = work;
  const mark = (state: 'planned' | 'sent' | 'confirmed' | 'refused' | 'uncertain', answer?: string) =>
    services.sync.markBuild(actor, runId, record.number, state, answer);
  // A person may have asked again meanwhile, which is for another push.
  if (wasSent) return services.sync.markStep(actor, runId, record.number, 'uncertain', NO_ANSWER);
  if (!services.sync.isBuildWanted(actor, record))
    return services.sync.markStep(actor, runId, record.number, 'refused', NOT_WANTED);
  // Slugs can change there, so the id decides which version it is.
  const { there } = await pushVersion.look(work);
  if (!there || there.address !== target.link?.address)
    return mark('refused', 'This version is another one on the service now, or gone. Pull, then ask again.');
  if (there.fields.active === false)
    return mark('refused', 'The version is not active on the service any more. Pull to see what changed.');
  mark('sent');
  const path = servicePath('projects', target.project.address, 'versions', there.address, 'builds');
  try {
    const { json } = await client.post(path, {});
    mark('confirmed', startedSentence(json));
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    if (error.mayHaveHappened) return mark('uncertain', NO_ANSWER);
    if (error.status === 400) return mark('refused', NOT_BUILT);
    if (error.kind === 'refused' || error.kind === 'not-allowed' || error.kind === 'missing')
      return mark('refused', error.message);
    mark('planned', error.message);
    throw error;
  }
}

function startedSentence(json: unknown): string {
  const build: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'build') : undefined;
  const id: unknown = typeof build === 'object' && build !== null ? Reflect.get(build, 'id') : undefined;
  return typeof id === 'number' ? `Build ${id} was started there.` : 'The build was started there.';
}
