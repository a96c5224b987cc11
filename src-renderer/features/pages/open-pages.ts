import { deskClient } from '../../api/desk.ts';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';

/** Opens the pages of a project's default version, or says why there are none and offers to build them. */
export async function openPages(project: string, build: (version: string) => void): Promise<void> {
  try {
    const { standing, docsUrl, version } = await deskClient.versions.pages.query({ slug: project });
    if (standing === 'served') window.open(docsUrl, '_blank', 'noreferrer');
    else {
      const why = standing === 'recorded' ? 'No pages on this computer yet.' : `${version} is not built yet.`;
      tell(why, { label: 'Build it', run: () => build(version) });
    }
  } catch (error) {
    tellProblem(error);
  }
}
