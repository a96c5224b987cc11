import { Button, Menu, Tooltip } from '@mantine/core';
import { IconExternalLink, IconHammer, IconHammerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk, problemOf } from '../../api/desk.ts';
import { type ApiCall, CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { LiveMark } from '../../features/live-service/live-mark.tsx';
import { NO_LOCAL_PAGES } from '../../features/pages/docs-menu-items.tsx';
import { NO_PAGES_OF_RECORD } from '../../features/pages/open-docs.ts';
import { type Reading, usePresentReading } from '../../features/presenter/presented-calls.ts';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RecordChip } from '../../ui/feedback/record-chip.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { type TabLink, TabLinks } from '../../ui/tab-links.tsx';
import { FROM_SCRATCH_HINT, useTriggerBuild } from '../builds/use-trigger-build.ts';
import { NoProject } from './no-project.tsx';
import classes from './project-frame.module.css';

/** Header data of a project, shared by all its tabs. */
export type ProjectHeader = inferRouterOutputs<DeskRouter>['project']['header'];

const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'versions', label: 'Versions', count: 'versions' },
  { tab: 'builds', label: 'Builds', count: 'builds' },
  { tab: 'redirects', label: 'Redirects', count: 'redirects' },
  { tab: 'environment', label: 'Environment', count: 'environmentVariables' },
  { tab: 'subprojects', label: 'Subprojects', count: 'subprojects' },
  { tab: 'translations', label: 'Translations', count: 'translations' },
  { tab: 'settings', label: 'Settings' },
] as const satisfies readonly { tab: string; label: string; count?: keyof ProjectHeader['counts'] }[];

/** A tab of a project by its name in the address. */
export type ProjectTab = (typeof TABS)[number]['tab'];

type Props = {
  readonly slug: string;
  readonly tab: ProjectTab;
  /** API calls equivalent to the tab. */
  readonly calls?: readonly ApiCall[];
  /** What came of reading the tab's own data, where it has some. */
  readonly reading?: Reading;
  /** Buttons of this tab, before the common ones. */
  readonly actions?: ReactNode;
  /** Shown above the tools. */
  readonly above?: ReactNode;
  readonly tools?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

const NO_CALLS: readonly ApiCall[] = [];

/** Reads the project's header; undefined while it loads. */
export function useProjectHeader(slug: string): ProjectHeader | undefined {
  return useQuery(desk.project.header.queryOptions({ slug })).data;
}

/** Frames each tab of a project with its name, common actions and tabs. */
export function ProjectFrame(props: Props) {
  const { slug, tab, calls = NO_CALLS, reading, actions, above, tools, footer, children } = props;
  const { data: header, error } = useQuery(desk.project.header.queryOptions({ slug }));
  usePresentReading(calls, error || !reading ? { data: header, error } : reading);
  const label = TABS.find((each) => each.tab === tab)?.label ?? '';
  // Without this, the old header would stay while the query is refetched after the removal.
  if (error && problemOf(error).name === 'NotFound') return <NoProject slug={slug} />;
  const name = header?.name ?? slug;
  const project = { label: name, href: `/projects/${slug}` };
  const breadcrumbs = [{ label: 'Projects', href: '/projects' }, project];
  return (
    <Screen
      title={name}
      breadcrumbs={tab === 'overview' ? breadcrumbs : [...breadcrumbs, { label }]}
      subtitle={
        <>
          <span className={`mono ${classes.slug}`} title={slug} {...copyable('slug', slug)}>
            {slug}
          </span>
          {header?.recordReason && <RecordChip reason={header.recordReason} />}
          <LiveMark slug={slug} />
          {header && (
            <span
              className={`mono truncate wide-only ${classes.repository}`}
              title={header.repositoryUrl}
              {...copyable(/^[/~]/.test(header.repositoryUrl) ? 'path' : 'URL', header.repositoryUrl)}
            >
              {formatRepositoryUrl(header.repositoryUrl)}
            </span>
          )}
        </>
      }
      actions={
        <>
          {actions}
          {calls.length > 0 && <CopyCurl calls={calls} />}
          {header && <OpenDocs header={header} />}
          {header && <BuildDefault header={header} />}
        </>
      }
      tabs={<TabLinks label="Project sections" tabs={tabLinks(slug, header?.counts)} active={tab} />}
      aboveTools={above}
      tools={tools}
      footer={footer}
    >
      {error ? (
        <EmptyState title="Could not load the project">{problemOf(error).message}</EmptyState>
      ) : (
        children
      )}
    </Screen>
  );
}

/** Shortens a repository URL for a header: without scheme, user and `.git`. */
export function formatRepositoryUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/i, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '');
}

function tabLinks(slug: string, counts: ProjectHeader['counts'] | undefined): readonly TabLink[] {
  return TABS.map((each) => ({
    key: each.tab,
    label: each.label,
    href: `/projects/${slug}${each.tab === 'overview' ? '' : `/${each.tab}`}`,
    count: 'count' in each ? counts?.[each.count] : undefined,
  }));
}

function OpenDocs({
  header: { docsUrl, pages, defaultVersion, recordReason },
}: {
  readonly header: ProjectHeader;
}) {
  const icon = <IconExternalLink size={16} stroke={1.75} aria-hidden />;
  if (pages !== 'served') {
    const reason =
      recordReason !== null
        ? NO_PAGES_OF_RECORD
        : pages === 'recorded'
          ? `${NO_LOCAL_PAGES}.`
          : `${defaultVersion} has not been built yet, so there is nothing to open.`;
    return (
      <Tooltip label={reason}>
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

function BuildDefault({
  header: { slug, defaultVersion, recordReason },
}: {
  readonly header: ProjectHeader;
}) {
  const icon = <IconHammer size={16} stroke={1.75} aria-hidden />;
  const { trigger, isPending } = useTriggerBuild();
  if (recordReason !== null)
    return (
      <Tooltip label={recordReason} multiline w={320}>
        <Button className={classes.build} aria-disabled leftSection={icon}>
          <span className="truncate">Build {defaultVersion}</span>
        </Button>
      </Tooltip>
    );
  return (
    <>
      <Button
        className={classes.build}
        title={`Build ${defaultVersion}`}
        leftSection={icon}
        loading={isPending}
        onClick={() => trigger(slug, defaultVersion)}
      >
        <span className="truncate">Build {defaultVersion}</span>
      </Button>
      <MenuButton label="More ways to build">
        <Menu.Item
          leftSection={<IconHammerOff size={16} stroke={1.75} />}
          title={FROM_SCRATCH_HINT}
          disabled={isPending}
          onClick={() => trigger(slug, defaultVersion, { isFromScratch: true })}
        >
          Build from scratch
        </Menu.Item>
      </MenuButton>
    </>
  );
}
