import { servicePath } from '../../client/service-address.ts';
import { type KindPush, RefusedStep } from '../push-context.ts';
import { bodyOf } from '../request-bodies.ts';
import { checkStep } from './check-object.ts';

/** Pushes what can be changed of a version. Its slug may have been edited there, so its id is checked. */
export const pushVersion: KindPush = {
  async look({ objects, target: { link, project } }) {
    const found = await objects.version(project.address, link?.address ?? '');
    if (found?.key === link?.remoteKey) return { there: found, siblings: [] };
    const { objects: siblings } = await objects.versions(project.address);
    return { there: siblings.find(({ key }) => key === link?.remoteKey) ?? null, siblings };
  },

  async check(work, { there }) {
    if (there && there.address !== work.target.link?.address)
      throw new RefusedStep(
        `This version is called “${there.address}” on the service now. Pull, then push again.`,
      );
    return checkStep(work, there);
  },

  async write({ client, record: { step }, target: { project } }, { there }) {
    const path = servicePath('projects', project.address, 'versions', there?.address ?? '');
    await client.patch(path, bodyOf(step.to ?? {}));
    return null;
  },
};
