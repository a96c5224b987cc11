import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { usePresentReading } from '../../features/presenter/presented-calls.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { NoPageOfProject } from '../project/no-project.tsx';
import { BuildActions, BuildSubtitle, buildApiPath } from './build-header.tsx';
import { BuildPane } from './build-pane.tsx';
import { BuildSkeleton } from './log/log-placeholder.tsx';
import { useLiveBuild } from './use-live-build.ts';

type Props = {
  readonly slug: string;
  /** As given in the address; may not be a number. */
  readonly id: string;
};

const NUMBER = /^[1-9]\d{0,14}$/;

/** Shows a build: its state, steps and log. */
export function BuildScreen({ slug, id }: Props) {
  const isNumber = NUMBER.test(id);
  const { data: fetchedBuild, error } = useQuery({
    ...desk.build.get.queryOptions({ id: isNumber ? Number(id) : 0 }),
    enabled: isNumber,
  });
  const build = useLiveBuild(fetchedBuild);
  const isElsewhere = build !== undefined && build.projectSlug !== slug;
  usePresentReading(isElsewhere ? [] : [{ path: buildApiPath(slug, id) }], { data: fetchedBuild, error });
  if (!isNumber || isElsewhere || (error && problemOf(error).name === 'NotFound')) {
    return <NoPageOfProject slug={slug} message={`${slug} has no build ${id.slice(0, 20)}.`} />;
  }
  const title = `Build ${id}`;
  const project = { label: build?.projectName ?? slug, href: `/projects/${slug}` };
  const breadcrumbs = [
    { label: 'Projects', href: '/projects' },
    project,
    { label: 'Builds', href: `/projects/${slug}/builds` },
    { label: id },
  ];
  return (
    <Screen
      title={title}
      breadcrumbs={breadcrumbs}
      subtitle={build && <BuildSubtitle build={build} />}
      actions={build && <BuildActions build={build} />}
    >
      {error ? (
        <EmptyState title="The build could not be loaded">{problemOf(error).message}</EmptyState>
      ) : build ? (
        <BuildPane key={build.id} build={build} />
      ) : (
        <BuildSkeleton />
      )}
    </Screen>
  );
}
