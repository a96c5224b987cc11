import { servicePath } from '../../client/service-address.ts';
import { ServiceFailure } from '../../client/service-failure.ts';
import { type KindPush, RefusedStep, type Sight, type StepWork } from '../push-context.ts';
import { bodyOf } from '../request-bodies.ts';
import { checkObject, checkStep } from './check-object.ts';

/** Pushes subprojects. The service changes no alias, so a change deletes the relation and creates it again. */
export const pushSubproject: KindPush = {
  async look({ objects, target: { link, project } }) {
    const { objects: siblings } = await objects.subprojects(project.address);
    return { there: siblings.find(({ key }) => key === link?.remoteKey) ?? null, siblings };
  },

  async check(work, sight) {
    const { step } = work.record;
    if (step.action !== 'update') return checkObject(work, sight);
    const taken = sight.siblings.find(
      ({ address, key }) => address === step.to?.alias && key !== sight.there?.key,
    );
    if (taken)
      throw new RefusedStep(
        `Another subproject has the alias “${taken.address}” on the service. Choose another.`,
      );
    // It was deleted to be created again, when the answer was lost.
    return work.wasSent && !sight.there ? 'write' : checkStep(work, sight.there);
  },

  async write(work, { there }, sent) {
    const { client, objects, record, target } = work;
    const path = ['projects', target.project.address, 'subprojects'];
    if (record.step.action !== 'create' && there) await client.delete(servicePath(...path, there.address));
    if (record.step.action === 'delete') return null;
    if (there) sent();
    try {
      const { json } = await client.post(servicePath(...path), wanted(work));
      return objects.readSubproject(json);
    } catch (error) {
      return putBack(work, there, servicePath(...path), error);
    }
  },
};

/** Makes the body of a relation; one that only changes its alias names its child from base. */
function wanted({ record: { step }, target: { link } }: StepWork) {
  return bodyOf({ ...link?.base, ...step.to });
}

/** Creates a relation again as it was, when the service refuses what was to take its place. @throws the refusal */
async function putBack(work: StepWork, there: Sight['there'], path: string, error: unknown): Promise<never> {
  if (there && error instanceof ServiceFailure && error.kind === 'refused') {
    await work.client.post(path, bodyOf(there.fields));
    throw new RefusedStep(error.message);
  }
  throw error;
}
