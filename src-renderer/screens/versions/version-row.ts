import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { documentationUrl, downloadUrl } from '../../../src-server/model/projects/documentation-url.ts';
import { pagesState } from '../../../src-server/model/versions/pages-state.ts';
import type { VersionPages } from '../../features/pages/docs-menu-items.tsx';
import type { VersionsAddress } from './versions-address.ts';

/** All versions of a project, as the desk returns them. */
export type VersionListView = inferRouterOutputs<DeskRouter>['versions']['list'];
/** One version of the list. */
export type VersionRowView = VersionListView['rows'][number];

/** Returns the note beside a slug: the version that `stable` follows, the branch, or a different name. */
export function slugNote({ slug, follows, type, identifier, verboseName, machine }: VersionRowView): string {
  if (follows !== null) return follows;
  const name =
    type === 'branch' ? identifier.replace(/^(?:remotes\/)?origin\//, '') : machine ? '' : verboseName;
  return name === slug ? '' : name;
}

/** Returns the commit of the last build, else the tag's own; null when unknown. */
export function commitOf({ lastBuild, type, identifier }: VersionRowView): string | null {
  if (lastBuild?.commit) return lastBuild.commit;
  return type === 'tag' && /^[0-9a-f]{7,}$/i.test(identifier) ? identifier : null;
}

/** Returns the pages and downloads of a version that can be opened. */
export function pagesOf(row: VersionRowView, place: VersionListView['place']): VersionPages {
  const state = pagesState(row);
  return {
    state,
    docsUrl: documentationUrl(place, row.slug),
    downloads:
      state === 'served'
        ? row.downloads.map((format) => ({ format, url: downloadUrl(place, row.slug, format) }))
        : [],
  };
}

/** Filters and sorts versions as the address says. */
export function visibleVersions(
  rows: readonly VersionRowView[],
  address: VersionsAddress,
): readonly VersionRowView[] {
  const { text, show, types, sort, isReversed } = address;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = rows.filter((row) => {
    if ((show === 'active' && !row.active) || (show === 'built' && !row.built)) return false;
    if (types.length > 0 && !types.includes(row.type)) return false;
    const names = `${row.slug} ${row.verboseName} ${row.identifier}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
  const sorted =
    sort === 'version' ? matching : matching.toSorted((a, b) => sortValue(b, sort) - sortValue(a, sort));
  return isReversed ? sorted.toReversed() : sorted;
}

function sortValue({ lastBuild }: VersionRowView, sort: 'last-build' | 'took'): number {
  return (sort === 'took' ? lastBuild?.duration : lastBuild?.created) ?? -1;
}
