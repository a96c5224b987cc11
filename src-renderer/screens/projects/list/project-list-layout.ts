import {
  PROJECT_LIST_GROUPS,
  type ProjectListGroup,
} from '../../../../src-server/model/projects/project-list.ts';

/** A row of the table: a group heading, or the project at an offset of the list. */
export type ProjectListItem = { readonly heading: ProjectListGroup } | { readonly offset: number };

/** Maps rows of the table to offsets of the list, with headings between groups and some groups collapsed. */
export type ProjectListLayout = {
  readonly length: number;
  readonly itemAt: (position: number) => ProjectListItem | undefined;
  readonly offsetOf: (position: number) => number | undefined;
  /** Where the heading of the group stands that has this row; undefined without headings. */
  readonly headingAbove?: (position: number) => number | undefined;
};

type LayoutOptions = {
  readonly count: number;
  readonly grouped: boolean;
  readonly groups: Readonly<Record<ProjectListGroup, number>>;
  readonly collapsed: readonly ProjectListGroup[];
};

/** Lays out the table. Headings appear only for more than one group, or for a single collapsed one. */
export function projectListLayout({ count, grouped, groups, collapsed }: LayoutOptions): ProjectListLayout {
  const present = PROJECT_LIST_GROUPS.filter((group) => groups[group] > 0);
  const hasHeadings = grouped && (present.length > 1 || present.some((group) => collapsed.includes(group)));
  if (!hasHeadings) {
    const offsetOf = (index: number) => (index >= 0 && index < count ? index : undefined);
    const itemAt = (index: number) => (offsetOf(index) === undefined ? undefined : { offset: index });
    return { length: count, itemAt, offsetOf };
  }
  let position = 0;
  let offset = 0;
  const parts = present.map((group) => {
    const part = { group, position, offset, shown: collapsed.includes(group) ? 0 : groups[group] };
    position += 1 + part.shown;
    offset += groups[group];
    return part;
  });
  const itemAt = (index: number): ProjectListItem | undefined => {
    const part = parts.findLast((each) => each.position <= index);
    if (!part || index > part.position + part.shown) return undefined;
    if (index === part.position) return { heading: part.group };
    return { offset: part.offset + index - part.position - 1 };
  };
  return {
    length: position,
    itemAt,
    headingAbove: (index) => parts.findLast((each) => each.position <= index)?.position,
    offsetOf(index) {
      const item = itemAt(index);
      return item && 'offset' in item ? item.offset : undefined;
    },
  };
}
