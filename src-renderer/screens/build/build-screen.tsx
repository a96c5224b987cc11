import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { NotThere } from '../not-there.tsx';
import { BuildActs, BuildBeside } from './build-head.tsx';
import { BuildPane } from './build-pane.tsx';
import { BuildSkeleton } from './log/log-stand-in.tsx';
import { useLiveBuild } from './use-live-build.ts';

type Props = {
  readonly slug: string;
  /** As it stands in the address. */
  readonly id: string;
};

const NUMBER = /^[1-9]\d{0,14}$/;

/** One build: how it stands, what it did when, and its log. */
export function BuildScreen({ slug, id }: Props) {
  const isNumber = NUMBER.test(id);
  const { data: read, error } = useQuery({
    ...desk.build.get.queryOptions({ id: isNumber ? Number(id) : 0 }),
    enabled: isNumber,
  });
  const data = useLiveBuild(read);
  const isElsewhere = data !== undefined && data.projectSlug !== slug;
  if (!isNumber || isElsewhere || (error && problemOf(error).name === 'NotFound')) {
    return <NotThere what={`${slug} has no build ${id.slice(0, 20)}.`} />;
  }
  const title = `Build ${id}`;
  const project = { label: data?.projectName ?? slug, href: `/projects/${slug}` };
  const trail = [
    { label: 'Projects', href: '/projects' },
    project,
    { label: 'Builds', href: `/projects/${slug}/builds` },
    { label: id },
  ];
  return (
    <Screen
      title={title}
      trail={trail}
      beside={data && <BuildBeside build={data} />}
      actions={data && <BuildActs build={data} />}
    >
      {error ? (
        <EmptyState title="The build cannot be read">{problemOf(error).message}</EmptyState>
      ) : data ? (
        <BuildPane key={data.id} build={data} />
      ) : (
        <BuildSkeleton />
      )}
    </Screen>
  );
}
