import { Menu } from '@mantine/core';
import { IconLink, IconPencil, IconX } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import type { Column, RowMenuContents } from '../../../ui/table/table-types.ts';

/** A project that the account shows. */
export type CatalogueRow = CataloguePage['rows'][number];
/** A part of the list. */
export type CataloguePage = inferRouterOutputs<DeskRouter>['sync']['catalogue'];

type Actions = {
  readonly setChoice: (key: number, choice: 'pull' | 'skip' | 'link') => void;
  /** Asks for another slug. */
  readonly rename: (row: CatalogueRow) => void;
};

const ICON = { size: 16, stroke: 1.75 } as const;

/** The columns of the list of an account's projects. */
export const CHOOSE_COLUMNS: readonly Column<CatalogueRow>[] = [
  {
    key: 'name',
    header: 'Project there',
    width: 'minmax(140px, 1fr)',
    cell: ({ name, slug }) => (
      <span className="truncate" title={`${name} (${slug})`}>
        {name} <span className="mono dimmer">{slug}</span>
      </span>
    ),
  },
  {
    key: 'relation',
    header: 'Relation',
    width: 'minmax(80px, 0.5fr)',
    wideOnly: true,
    cell: ({ parent, translationOf }) => (
      <span className="dim truncate">
        {parent !== null ? `Part of ${parent}` : translationOf !== null ? `Translates ${translationOf}` : ''}
      </span>
    ),
  },
  {
    key: 'here',
    header: 'Here',
    width: 'minmax(160px, 0.9fr)',
    cell: (row) => <Here row={row} />,
  },
];

/** Returns the menu of a project of the account. */
export function chooseMenu(actions: Actions): RowMenuContents<CatalogueRow> {
  return {
    label: ({ name }) => `Actions for ${name}`,
    items: (row) => <Items row={row} {...actions} />,
  };
}

function Here({ row }: { readonly row: CatalogueRow }) {
  const { local, gone, slugTaken, skipped, isUnwanted, chosen, slug, localSlug, linksExisting } = row;
  if (gone) return <Chip tone="warn">Gone, or no longer yours</Chip>;
  if (local)
    return (
      <Link href={`/projects/${local.slug}`} className="mono truncate" tabIndex={-1}>
        {local.slug}
      </Link>
    );
  if (linksExisting)
    return <span className="dim truncate">{`Will be linked with ${localSlug ?? slug} here`}</span>;
  if (slugTaken)
    return (
      <span
        className="warn truncate"
        title={`${slug} is another project here. Link it, or pull it under another slug.`}
      >
        {`${slug} is taken here: link it or give another slug`}
      </span>
    );
  if (isUnwanted && !chosen) return <span className="dim truncate">Removed here: not wanted</span>;
  if (localSlug !== null && localSlug !== slug)
    return <span className="mono dim truncate">{`As ${localSlug}`}</span>;
  if (skipped !== null)
    return (
      <span className="warn truncate" title={skipped}>
        {skipped}
      </span>
    );
  return <span className="dim">{chosen ? 'With the next pull' : 'Not here'}</span>;
}

function Items({ row, setChoice, rename }: Actions & { readonly row: CatalogueRow }) {
  return (
    <>
      {row.local === null && row.slugTaken && (
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={() => setChoice(row.key, 'link')}>
          Link with the project here
        </Menu.Item>
      )}
      {row.local === null && (
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => rename(row)}>
          Pull under another slug…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconX {...ICON} />} onClick={() => setChoice(row.key, 'skip')}>
        Leave out
      </Menu.Item>
    </>
  );
}
