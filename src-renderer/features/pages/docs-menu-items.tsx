import { Menu } from '@mantine/core';
import { IconDownload, IconExternalLink, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PagesState } from '../../../src-server/model/versions/pages-state.ts';
import type { DownloadFormat } from '../../../src-server/model/versions/version.ts';
import { desk } from '../../api/desk.ts';
import { copyDocsLink, NO_PAGES_OF_RECORD } from './open-docs.ts';

/** Names of the download formats. */
export const FORMAT_LABELS: Readonly<Record<DownloadFormat, string>> = {
  pdf: 'PDF',
  epub: 'EPUB',
  htmlzip: 'zip',
};
/** Shown where a file records pages that are not here. */
export const NO_LOCAL_PAGES = 'No pages on this computer: build it';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Docs and downloads of a version. */
export type VersionPages = {
  readonly state: PagesState;
  /** Whether nothing can be built of the project. */
  readonly isRecord?: boolean;
  readonly docsUrl: string;
  readonly downloads: readonly { readonly format: DownloadFormat; readonly url: string }[];
};

type Props = { readonly pages: VersionPages | undefined; readonly build: () => void };

/** Shows menu items that open a version's docs and downloads, or build what is not here. */
export function DocsMenuItems({ pages, build }: Props) {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const icon = <IconExternalLink {...ICON} />;
  if (pages?.isRecord && pages.state !== 'served') {
    return (
      <Menu.Item disabled leftSection={icon}>
        {NO_PAGES_OF_RECORD}
      </Menu.Item>
    );
  }
  if (pages?.state === 'recorded') {
    return (
      <Menu.Item leftSection={icon} onClick={build}>
        {NO_LOCAL_PAGES}
      </Menu.Item>
    );
  }
  if (pages?.state !== 'served') {
    return (
      <Menu.Item disabled leftSection={icon}>
        {pages ? 'Open docs: not built yet' : 'Open docs'}
      </Menu.Item>
    );
  }
  return (
    <>
      <Menu.Item component="a" href={pages.docsUrl} target="_blank" rel="noreferrer" leftSection={icon}>
        Open docs
      </Menu.Item>
      {state?.asksBeforePrivateDocs && (
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={() => void copyDocsLink(pages.docsUrl)}>
          Copy one-time link
        </Menu.Item>
      )}
      {pages.downloads.map(({ format, url }) => (
        <Menu.Item
          key={format}
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDownload {...ICON} />}
        >
          Download {FORMAT_LABELS[format]}
        </Menu.Item>
      ))}
    </>
  );
}

type FetchedProps = {
  /** The project's slug. */
  readonly project: string;
  /** A slug; the default version where there is none. */
  readonly version?: string;
  readonly build: (version: string) => void;
};

/** The same for a version of which a list knows only the name. */
export function FetchedDocsMenuItems({ project, version, build }: FetchedProps) {
  const { data } = useQuery(
    desk.versions.pages.queryOptions({ slug: project, ...(version !== undefined && { version }) }),
  );
  return <DocsMenuItems pages={data} build={() => data && build(data.version)} />;
}
