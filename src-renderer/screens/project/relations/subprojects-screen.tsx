import { Button, Menu, Tooltip } from '@mantine/core';
import { IconBook2, IconCopy, IconPlus, IconUnlink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { languageName } from '../../../../src-server/model/projects/languages/languages.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { FetchedDocsMenuItems } from '../../../features/pages/docs-menu-items.tsx';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { copyText } from '../../../ui/feedback/copy-text.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import type { Column, RowMenuContents } from '../../../ui/table/table-types.ts';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { useTriggerBuild } from '../../builds/use-trigger-build.ts';
import { ProjectFrame, useProjectHeader } from '../project-frame.tsx';
import { AddSubproject } from './add-subproject.tsx';
import classes from './relations.module.css';

type Page = inferRouterOutputs<DeskRouter>['subprojects']['page'];
type Row = Page['rows'][number];

/** Lists the subprojects of a project. */
export function SubprojectsScreen({ slug }: { readonly slug: string }) {
  const [adding, setAdding] = useState(false);
  const header = useProjectHeader(slug);
  const parent = header?.superproject;
  const { page, rowAt, onVisibleRange } = useWindowedRows<Row, Page>({
    listKey: ['subprojects', slug],
    fetchPage: (offset, limit) => deskClient.subprojects.page.query({ slug, offset, limit }),
  });
  const { mutate: remove } = useMutation(
    desk.subprojects.remove.mutationOptions({
      onSuccess: (changed, { alias }) => notifyUndoable(`Removed subproject ${alias}`, changed),
      onError: notifyError,
    }),
  );
  const { trigger } = useTriggerBuild();
  const menu = useMemo(() => menuOf((alias) => remove({ slug, alias }), trigger), [remove, slug, trigger]);
  const path = `/api/v3/projects/${slug}/subprojects/`;
  const calls = [
    { path, label: 'List the subprojects' },
    { method: 'POST' as const, path, body: { child: 'CHILD', alias: 'ALIAS' }, label: 'Add a subproject' },
  ];
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      aria-disabled={parent !== null}
      onClick={() => parent === null && setAdding(true)}
    >
      Add subproject…
    </Button>
  );
  return (
    <ProjectFrame
      slug={slug}
      tab="subprojects"
      calls={calls}
      tools={
        parent === undefined || (page?.count === 0 && parent === null) ? undefined : (
          <ListToolbar
            actions={parent ? <Tooltip label="Subprojects cannot be nested.">{add}</Tooltip> : add}
          >
            {parent && (
              <span className="truncate dim">
                Part of{' '}
                <Link href={`/projects/${parent.slug}/subprojects`} className={classes.inlineLink}>
                  {parent.name}
                </Link>{' '}
                as <span className="mono">{parent.alias}</span>, so it can have no subprojects of its own.
              </span>
            )}
          </ListToolbar>
        )
      }
      footer={page && page.count > 0 ? pluralize(page.count, 'subproject') : undefined}
    >
      {page && (page.count > 0 || parent) && (
        <VirtualTable
          label="Subprojects"
          columns={COLUMNS}
          columnsKey="subprojects"
          menu={menu}
          count={page.count}
          rowAt={rowAt}
          keyOf={(row) => row.slug}
          open={(row) => navigate(`/projects/${row.slug}`)}
          onVisibleRange={onVisibleRange}
        />
      )}
      {page?.count === 0 && parent === null && (
        <EmptyState
          title="No subprojects yet"
          choices={[
            {
              icon: <IconPlus size={20} stroke={1.75} aria-hidden />,
              label: 'Add a subproject',
              hint: 'Its pages are served below this project, at an alias you choose',
              run: () => setAdding(true),
            },
          ]}
        >
          A subproject is a separate project whose documentation is served below this one, at{' '}
          <span className="mono">/projects/ALIAS/</span>.
        </EmptyState>
      )}
      {adding && <AddSubproject slug={slug} close={() => setAdding(false)} />}
    </ProjectFrame>
  );
}

type TriggerBuild = (project: string, version: string) => void;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'alias',
    header: 'Alias',
    width: 'minmax(100px, 0.6fr)',
    cell: ({ alias }) => (
      <span className="mono" title={alias} {...copyable('alias', alias)}>
        {alias}
      </span>
    ),
  },
  {
    key: 'project',
    header: 'Project',
    width: 'minmax(160px, 1fr)',
    isFixed: true,
    cell: (row) => (
      <span className={classes.name} title={`${row.name} (${row.slug})`}>
        <Link href={`/projects/${row.slug}`} tabIndex={-1}>
          {row.name}
        </Link>
        <span className="mono" {...copyable('slug', row.slug)}>
          {row.slug}
        </span>
      </span>
    ),
  },
  {
    key: 'language',
    header: 'Language',
    width: '96px',
    cell: ({ language }) => <span className="dim">{languageName(language)}</span>,
  },
  {
    key: 'docs',
    header: 'URL',
    width: 'minmax(160px, 1.7fr)',
    cell: ({ docsUrl }) => (
      <span className="mono dim" title={docsUrl}>
        {docsUrl.replace(/^https?:\/\//, '')}
      </span>
    ),
  },
];

function menuOf(remove: (alias: string) => void, build: TriggerBuild): RowMenuContents<Row> {
  return {
    label: ({ alias }) => `Actions for ${alias}`,
    items: (row) => <SubprojectMenuItems row={row} remove={remove} build={build} />,
  };
}

type SubprojectMenuItemsProps = {
  readonly row: Row;
  readonly remove: (alias: string) => void;
  readonly build: TriggerBuild;
};

function SubprojectMenuItems({ row, remove, build }: SubprojectMenuItemsProps) {
  const copy = () => copyText(row.docsUrl, 'Copied the URL');
  return (
    <>
      <Menu.Item
        leftSection={<IconBook2 size={16} stroke={1.75} />}
        onClick={() => navigate(`/projects/${row.slug}`)}
      >
        Open project
      </Menu.Item>
      <FetchedDocsMenuItems project={row.slug} build={(version) => build(row.slug, version)} />
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copy}>
        Copy URL
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconUnlink size={16} stroke={1.75} />}
        onClick={() => remove(row.alias)}
      >
        Remove subproject
      </Menu.Item>
    </>
  );
}
