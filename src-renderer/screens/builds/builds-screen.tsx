import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { ProjectFrame } from '../project/project-frame.tsx';
import { useBuildList } from './build-list.tsx';
import { useBuildsAddress } from './builds-address.ts';
import { Queue } from './queue/queue.tsx';

/** The builds of all projects: queue and history. */
export function BuildsScreen() {
  const { tools, body, foot } = useBuildList(undefined);
  const { address } = useBuildsAddress();
  const calls = callsOf(
    address.project === '' ? 'PROJECT' : address.project,
    address.version,
    address.commit,
  );
  return (
    <Screen
      title="Builds"
      trail={[{ label: 'Builds' }]}
      actions={<CopyCurl calls={calls} />}
      above={<Queue project={undefined} />}
      tools={tools}
      foot={foot}
    >
      {body}
    </Screen>
  );
}

/** The builds of one project. */
export function ProjectBuildsScreen({ slug }: { readonly slug: string }) {
  const { tools, body, foot } = useBuildList(slug);
  const { address } = useBuildsAddress();
  return (
    <ProjectFrame
      slug={slug}
      tab="builds"
      calls={callsOf(slug, address.version, address.commit)}
      above={<Queue project={slug} />}
      tools={tools}
      foot={foot}
    >
      {body}
    </ProjectFrame>
  );
}

function callsOf(project: string, version: string, commit: string) {
  const query = commit === '' ? '' : `?commit=${encodeURIComponent(commit)}`;
  const ofVersion = version === '' ? '' : `versions/${version}/`;
  return [
    {
      path: `/api/v3/projects/${project}/${ofVersion}builds/${query}`,
      label: 'List the builds of a project',
    },
    {
      method: 'POST' as const,
      path: `/api/v3/projects/${project}/versions/${version === '' ? 'VERSION' : version}/builds/`,
      label: 'Trigger a build',
    },
  ];
}
