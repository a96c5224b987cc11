import { ActionIcon, Group } from '@mantine/core';
import { IconBook2, IconExternalLink, IconGitBranch, IconUnlink } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { inferRouterOutputs } from '@trpc/server';
import { useRef } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { documentationUrl } from '../../../../src-server/model/projects/documentation-url.ts';
import { languageName } from '../../../../src-server/model/projects/languages/languages.ts';
import { type BuildDisplayState, BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import { NO_LOCAL_PAGES } from '../../../features/pages/docs-menu-items.tsx';
import { openDocsUrl } from '../../../features/pages/open-docs.ts';
import { ActionItems, type RowAction } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import classes from './relations.module.css';

type Matrix = inferRouterOutputs<DeskRouter>['translations']['matrix'];
type Cell = Matrix['languages'][number]['cells'][number];

const ROW_HEIGHT = 32;

type Props = { readonly matrix: Matrix; readonly remove: (translation: string) => void };

/** Shows versions by language; renders only the visible rows. */
export function TranslationMatrix({ matrix: { versions, languages }, remove }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: versions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const spaceBefore = items[0]?.start ?? 0;
  const spaceAfter = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it
    <section ref={scroller} className={classes.matrix} tabIndex={0} aria-label="Versions by language">
      <table aria-rowcount={versions.length + 1}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            {languages.map(({ slug, name, language }, index) => (
              <th
                key={slug}
                scope="col"
                {...languageMenu(slug, index === 0 ? undefined : () => remove(slug))}
              >
                <Group gap="xs" justify="space-between" wrap="nowrap" fw={500}>
                  <Link href={`/projects/${slug}`} title={`${name} (${slug})`} className="truncate">
                    {languageName(language)}
                  </Link>
                  {index === 0 ? (
                    <span className="meta">Main project</span>
                  ) : (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={20}
                      aria-label={`Remove translation ${slug}`}
                      title={`Remove translation ${slug}. The project stays.`}
                      onClick={() => remove(slug)}
                    >
                      <IconUnlink size={14} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  )}
                </Group>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={spaceBefore} />
          {items.map(({ index }) => {
            const version = versions[index];
            if (!version) return null;
            return (
              <tr key={version.slug} aria-rowindex={index + 2}>
                <th scope="row" title={version.name} {...copyable('version', version.name)}>
                  <span className="mono">{version.name}</span>
                </th>
                {languages.map(({ slug, cells, place }) => (
                  <td
                    key={slug}
                    {...cellMenu(slug, version.slug, documentationUrl(place, version.slug), cells[index])}
                  >
                    <MatrixCell
                      cell={cells[index] ?? null}
                      project={slug}
                      version={version.slug}
                      docsUrl={documentationUrl(place, version.slug)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={spaceAfter} />
        </tbody>
      </table>
    </section>
  );
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

const versionPath = (project: string, version: string) =>
  `/projects/${project}/versions?text=${encodeURIComponent(version)}`;

function menuOf(label: string, actions: readonly RowAction[]) {
  return contextMenuOf({ label, items: () => <ActionItems actions={actions} /> });
}

function languageMenu(slug: string, remove: (() => void) | undefined) {
  const open = {
    label: 'Open project',
    icon: <IconBook2 {...ICON} />,
    run: () => navigate(`/projects/${slug}`),
  };
  const unlink = remove && {
    label: 'Remove translation',
    icon: <IconUnlink {...ICON} />,
    run: remove,
    danger: true,
  };
  return menuOf(`Actions for ${slug}`, unlink ? [open, unlink] : [open]);
}

function cellMenu(project: string, version: string, docsUrl: string, cell: Cell | undefined) {
  if (!cell) return undefined;
  const show = {
    label: 'Show in versions',
    icon: <IconGitBranch {...ICON} />,
    run: () => navigate(versionPath(project, version)),
  };
  const docs = {
    label: 'Open docs',
    icon: <IconExternalLink {...ICON} />,
    run: () => void openDocsUrl(docsUrl).catch(notifyError),
  };
  return menuOf(`Actions for ${project} ${version}`, cell.served ? [show, docs] : [show]);
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}

const STATES = {
  built: { displayState: 'passed', label: 'Built' },
  waiting: { displayState: 'triggered', label: 'Active, not built' },
  inactive: { displayState: 'not-built', label: 'Inactive' },
} as const satisfies Record<string, { displayState: BuildDisplayState; label: string }>;

type CellProps = {
  readonly cell: Cell;
  readonly project: string;
  readonly version: string;
  readonly docsUrl: string;
};

function MatrixCell({ cell, project, version, docsUrl }: CellProps) {
  if (cell === null) return <span className="meta">Missing</span>;
  const { displayState, label } = cell.active
    ? cell.built
      ? STATES.built
      : STATES.waiting
    : STATES.inactive;
  return (
    <Group gap="sm" wrap="nowrap">
      <Link
        href={versionPath(project, version)}
        className={classes.cell}
        title={cell.built && !cell.served ? `${NO_LOCAL_PAGES}.` : undefined}
      >
        <BuildIcon state={displayState} isLabelled={false} />
        {label}
      </Link>
      {cell.served && (
        <a
          href={docsUrl}
          target="_blank"
          rel="noreferrer"
          className={classes.openDocs}
          aria-label={`Open docs of ${project} ${version}`}
          title="Open docs"
        >
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      )}
    </Group>
  );
}

/** Explains what the cells of the matrix say. */
export function MatrixLegend() {
  return (
    <Group gap="lg" ml="auto" wrap="nowrap">
      {Object.values(STATES).map(({ displayState, label }) => (
        <Group key={label} gap={6} wrap="nowrap">
          <BuildIcon state={displayState} isLabelled={false} />
          {label}
        </Group>
      ))}
      <span>Missing: no such version</span>
    </Group>
  );
}
