import { Button, Tooltip } from '@mantine/core';
import { IconExternalLink, IconHammer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { type ApiCall, CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { NO_PAGES_HERE } from '../../features/pages/pages-items.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { useTrigger } from '../builds/use-trigger.ts';
import { NotThere } from '../not-there.tsx';
import classes from './project-frame.module.css';
import { repositoryWords } from './settings/repository-words.ts';

/** What stands around every tab of a project. */
export type ProjectHead = inferRouterOutputs<DeskRouter>['project']['head'];

const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'versions', label: 'Versions', count: 'versions' },
  { tab: 'builds', label: 'Builds', count: 'builds' },
  { tab: 'redirects', label: 'Redirects', count: 'redirects' },
  { tab: 'environment', label: 'Environment', count: 'environmentVariables' },
  { tab: 'subprojects', label: 'Subprojects', count: 'subprojects' },
  { tab: 'translations', label: 'Translations', count: 'translations' },
  { tab: 'settings', label: 'Settings' },
] as const satisfies readonly { tab: string; label: string; count?: keyof ProjectHead['counts'] }[];

/** A tab of a project, as its address names it. */
export type ProjectTab = (typeof TABS)[number]['tab'];

type Props = {
  readonly slug: string;
  readonly tab: ProjectTab;
  /** Calls of the API that equal the tab. */
  readonly calls?: readonly ApiCall[];
  /** Further buttons of the head, before those of every tab. */
  readonly actions?: ReactNode;
  /** Stands above the tools. */
  readonly above?: ReactNode;
  readonly tools?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

/** The project's head as every tab knows it; undefined until it is there. */
export function useProjectHead(slug: string): ProjectHead | undefined {
  return useQuery(desk.project.head.queryOptions({ slug })).data;
}

/** The frame of a project: its name, what can always be done, and its tabs. */
export function ProjectFrame({ slug, tab, calls, actions, above, tools, foot, children }: Props) {
  const { data: head, error } = useQuery(desk.project.head.queryOptions({ slug }));
  const label = TABS.find((each) => each.tab === tab)?.label ?? '';
  // While it is refetched after its removal, the old head would still stand there.
  if (error && problemOf(error).name === 'NotFound')
    return <NotThere what={`No project is called ${slug}.`} />;
  const name = head?.name ?? slug;
  const project = { label: name, href: `/projects/${slug}` };
  const trail = [{ label: 'Projects', href: '/projects' }, project];
  return (
    <Screen
      title={name}
      trail={tab === 'overview' ? trail : [...trail, { label }]}
      beside={
        <>
          <span className={`mono ${classes.slug}`} title={slug}>
            {slug}
          </span>
          {head && (
            <span className={`mono cut wide-only ${classes.repository}`} title={head.repositoryUrl}>
              {repositoryWords(head.repositoryUrl)}
            </span>
          )}
        </>
      }
      actions={
        <>
          {actions}
          {calls && <CopyCurl calls={calls} />}
          {head && <OpenDocs head={head} />}
          {head && <BuildDefault head={head} />}
        </>
      }
      tabs={<Tabs slug={slug} tab={tab} counts={head?.counts} />}
      above={above}
      tools={tools}
      foot={foot}
    >
      {error ? (
        <EmptyState title="The project cannot be read">{problemOf(error).message}</EmptyState>
      ) : (
        children
      )}
    </Screen>
  );
}

type TabsProps = {
  readonly slug: string;
  readonly tab: ProjectTab;
  readonly counts: ProjectHead['counts'] | undefined;
};

function Tabs({ slug, tab, counts }: TabsProps) {
  const here = useRef<HTMLAnchorElement>(null);
  // In a narrow window not all tabs have room.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another element
  useEffect(() => {
    here.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [tab]);
  return (
    <nav className={classes.tabs} aria-label="Parts of the project">
      {TABS.map((each) => {
        const isHere = each.tab === tab;
        const count = 'count' in each ? counts?.[each.count] : undefined;
        return (
          <Link
            key={each.tab}
            ref={isHere ? here : undefined}
            href={`/projects/${slug}${each.tab === 'overview' ? '' : `/${each.tab}`}`}
            className={isHere ? `${classes.tab} ${classes.here}` : classes.tab}
            aria-current={isHere ? 'page' : undefined}
          >
            {each.label}
            {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-GB')}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

function OpenDocs({ head: { docsUrl, pages, defaultVersion } }: { readonly head: ProjectHead }) {
  const icon = <IconExternalLink size={16} stroke={1.75} aria-hidden />;
  if (pages !== 'served') {
    const why =
      pages === 'recorded'
        ? `${NO_PAGES_HERE}.`
        : `${defaultVersion} has not been built yet, so there is nothing to open.`;
    return (
      <Tooltip label={why}>
        <Button variant="default" aria-disabled leftSection={icon}>
          Open docs
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      component="a"
      href={docsUrl}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={icon}
    >
      Open docs
    </Button>
  );
}

function BuildDefault({ head: { slug, defaultVersion } }: { readonly head: ProjectHead }) {
  const { trigger, isPending } = useTrigger();
  return (
    <Button
      className={classes.build}
      title={`Build ${defaultVersion}`}
      leftSection={<IconHammer size={16} stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={() => trigger(slug, defaultVersion)}
    >
      <span className="cut">Build {defaultVersion}</span>
    </Button>
  );
}
