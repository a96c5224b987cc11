import {
  PROJECT_LIST_GROUPS,
  type ProjectListGroup,
} from '../../../../src-server/model/projects/project-list.ts';

/** What stands at a place of the table: a heading, or the project at an offset of the list. */
export type ProjectListItem = { readonly heading: ProjectListGroup } | { readonly offset: number };

/** How the list's offsets lie in the table when headings stand between them and some groups are folded. */
export type ProjectListLayout = {
  readonly length: number;
  readonly itemAt: (place: number) => ProjectListItem | undefined;
  readonly offsetOf: (place: number) => number | undefined;
};

type LayoutOptions = {
  readonly count: number;
  readonly grouped: boolean;
  readonly groups: Readonly<Record<ProjectListGroup, number>>;
  readonly collapsed: readonly ProjectListGroup[];
};

/** Headings stand only where there is more than one group, or where the only one is folded. */
export function projectListLayout({ count, grouped, groups, collapsed }: LayoutOptions): ProjectListLayout {
  const present = PROJECT_LIST_GROUPS.filter((group) => groups[group] > 0);
  const hasHeadings = grouped && (present.length > 1 || present.some((group) => collapsed.includes(group)));
  if (!hasHeadings) {
    const offsetOf = (place: number) => (place >= 0 && place < count ? place : undefined);
    const itemAt = (place: number) => (offsetOf(place) === undefined ? undefined : { offset: place });
    return { length: count, itemAt, offsetOf };
  }
  let position = 0;
  let offset = 0;
  const parts = present.map((group) => {
    const part = { group, place: position, offset, shown: collapsed.includes(group) ? 0 : groups[group] };
    position += 1 + part.shown;
    offset += groups[group];
    return part;
  });
  const itemAt = (index: number): ProjectListItem | undefined => {
    const part = parts.findLast((each) => each.place <= index);
    if (!part || index > part.place + part.shown) return undefined;
    return index === part.place ? { heading: part.group } : { offset: part.offset + index - part.place - 1 };
  };
  return {
    length: position,
    itemAt,
    offsetOf(index) {
      const item = itemAt(index);
      return item && 'offset' in item ? item.offset : undefined;
    },
  };
}
