import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { BuildDetail } from './build-detail.ts';

const FORMAT_LABELS: Readonly<Record<BuildDetail['downloads'][number]['format'], string>> = {
  ...{ htmlzip: 'HTML as zip', epub: 'EPUB', pdf: 'PDF' },
};

/** Links to the pages and downloads of the build's version, if any; another build may have made them. */
export function DocsButtons({ build }: { readonly build: BuildDetail }) {
  const { id, docsUrl, downloads, pagesBuild } = build;
  if (docsUrl === null) return null;
  const isFromOtherBuild = pagesBuild !== null && pagesBuild !== id;
  const title = isFromOtherBuild ? `Pages of build ${pagesBuild}, the last one that passed` : undefined;
  return (
    <>
      {downloads.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
              Downloads
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {downloads.map(({ format, url }) => (
              <Menu.Item
                key={format}
                component="a"
                href={url}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              >
                {FORMAT_LABELS[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        component="a"
        href={docsUrl}
        target="_blank"
        rel="noreferrer"
        variant="default"
        title={title}
        leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
      >
        Open docs
      </Button>
    </>
  );
}
