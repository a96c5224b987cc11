import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { usePresentReading } from '../../features/presenter/presented-calls.ts';
import { Screen } from '../../ui/feedback/screen.tsx';
import { ProjectFrame } from '../project/project-frame.tsx';
import { useBuildList } from './build-list.tsx';
import { useBuildsAddress } from './builds-address.ts';
import classes from './lanes/lanes.module.css';
import { LanesPanel } from './lanes/lanes-panel.tsx';
import { Queue } from './queue/queue.tsx';

/** The same element each time, so that rows that arrive while the list is scrolled do not draw the chart again. */
const QUEUE_AND_LANES = (
  <div className={classes.top}>
    <Queue project={undefined} />
    <LanesPanel />
  </div>
);

/** Shows the queue and the history of builds of all projects. */
export function BuildsScreen() {
  const { tools, body, footer, reading } = useBuildList(undefined);
  const { address } = useBuildsAddress();
  const calls = apiCalls(
    address.project === '' ? 'PROJECT' : address.project,
    address.version,
    address.commit,
  );
  usePresentReading(address.project === '' ? [] : calls, reading);
  return (
    <Screen
      title="Builds"
      breadcrumbs={[{ label: 'Builds' }]}
      actions={<CopyCurl calls={calls} />}
      aboveTools={QUEUE_AND_LANES}
      tools={tools}
      footer={footer}
    >
      {body}
    </Screen>
  );
}

/** Shows the queue and the history of builds of one project. */
export function ProjectBuildsScreen({ slug }: { readonly slug: string }) {
  const { tools, body, footer, reading } = useBuildList(slug);
  const { address } = useBuildsAddress();
  return (
    <ProjectFrame
      slug={slug}
      tab="builds"
      calls={apiCalls(slug, address.version, address.commit)}
      reading={reading}
      above={<Queue project={slug} />}
      tools={tools}
      footer={footer}
    >
      {body}
    </ProjectFrame>
  );
}

function apiCalls(project: string, version: string, commit: string) {
  const query = commit === '' ? '' : `?commit=${encodeURIComponent(commit)}`;
  const versionPath = version === '' ? '' : `versions/${version}/`;
  return [
    {
      path: `/api/v3/projects/${project}/${versionPath}builds/${query}`,
      label: 'List the builds of a project',
    },
    {
      method: 'POST' as const,
      path: `/api/v3/projects/${project}/versions/${version === '' ? 'VERSION' : version}/builds/`,
      label: 'Trigger a build',
    },
  ];
}
