import { deskClient } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';

/** Opens the docs of a project's default version, or says why there are none and offers to build them. */
export async function openDocs(project: string, build: (version: string) => void): Promise<void> {
  try {
    const { state, docsUrl, version } = await deskClient.versions.pages.query({ slug: project });
    if (state === 'served') window.open(docsUrl, '_blank', 'noreferrer');
    else {
      const message =
        state === 'recorded' ? 'No pages on this computer yet.' : `${version} is not built yet.`;
      notify(message, { label: 'Build it', run: () => build(version) });
    }
  } catch (error) {
    notifyError(error);
  }
}
