import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { documentationUrl, downloadUrl } from '../../../src-server/model/projects/documentation-url.ts';
import { pagesStanding } from '../../../src-server/model/versions/pages-standing.ts';
import type { Pages } from '../../features/pages/pages-items.tsx';
import type { VersionsAddress } from './versions-address.ts';

/** All versions of a project, as the desk gives them. */
export type VersionBoardView = inferRouterOutputs<DeskRouter>['versions']['board'];
/** One of them. */
export type VersionRowView = VersionBoardView['rows'][number];

/** What stands beside a version's slug: the version `stable` follows, the branch, the name where it says more. */
export function besideSlug({
  slug,
  follows,
  type,
  identifier,
  verboseName,
  machine,
}: VersionRowView): string {
  if (follows !== null) return follows;
  const name =
    type === 'branch' ? identifier.replace(/^(?:remotes\/)?origin\//, '') : machine ? '' : verboseName;
  return name === slug ? '' : name;
}

/** The commit of the last build; of a tag that was never built its own. null when none is known. */
export function commitOf({ lastBuild, type, identifier }: VersionRowView): string | null {
  if (lastBuild?.commit) return lastBuild.commit;
  return type === 'tag' && /^[0-9a-f]{7,}$/i.test(identifier) ? identifier : null;
}

/** A slug for one short sentence. */
export function shortSlug(slug: string): string {
  return slug.length > 40 ? `${slug.slice(0, 39)}…` : slug;
}

/** What can be opened of it. */
export function pagesOf(row: VersionRowView, place: VersionBoardView['place']): Pages {
  const standing = pagesStanding(row);
  return {
    standing,
    docsUrl: documentationUrl(place, row.slug),
    downloads:
      standing === 'served'
        ? row.downloads.map((format) => ({ format, url: downloadUrl(place, row.slug, format) }))
        : [],
  };
}

/** The versions that fit what the address asks for, in its order. */
export function shownVersions(
  rows: readonly VersionRowView[],
  address: VersionsAddress,
): readonly VersionRowView[] {
  const { text, show, types, sort, turned } = address;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = rows.filter((row) => {
    if ((show === 'active' && !row.active) || (show === 'built' && !row.built)) return false;
    if (types.length > 0 && !types.includes(row.type)) return false;
    const names = `${row.slug} ${row.verboseName} ${row.identifier}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
  const sorted = sort === 'version' ? fitting : fitting.toSorted((a, b) => rank(b, sort) - rank(a, sort));
  return turned ? sorted.toReversed() : sorted;
}

function rank({ lastBuild }: VersionRowView, sort: 'last-build' | 'took'): number {
  return (sort === 'took' ? lastBuild?.duration : lastBuild?.created) ?? -1;
}
